-- The database and its logins. Run once by psql as a superuser, before `manage.py migrate`, with the passwords in the
-- environment: OWNER_PASSWORD, SERVICE_PASSWORD, BACKUP_PASSWORD.
--
-- flipside_owner  owns the tables; only `manage.py migrate` and roles.sql use it
-- flipside        the login of all processes. Its rights come from flipside_app, see roles.sql
-- backup          copies the whole database, for base backups

\getenv owner OWNER_PASSWORD
\getenv service SERVICE_PASSWORD
\getenv backup BACKUP_PASSWORD

CREATE ROLE flipside_app NOLOGIN;
CREATE ROLE flipside_reader NOLOGIN;
CREATE ROLE flipside_owner LOGIN PASSWORD :'owner';
CREATE ROLE flipside LOGIN PASSWORD :'service' IN ROLE flipside_app;
CREATE ROLE backup LOGIN REPLICATION PASSWORD :'backup';
CREATE DATABASE flipside OWNER flipside_owner ENCODING 'UTF8' TEMPLATE template0;
