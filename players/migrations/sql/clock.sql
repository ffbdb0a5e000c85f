-- The one clock. The offset is for tests and drills that cannot wait; nothing in the service sets it.
CREATE FUNCTION service_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN statement_timestamp() + coalesce(nullif(current_setting('flipside.clock_offset', true), ''), '0')::interval
