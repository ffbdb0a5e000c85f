-- The ledger of erasures, which only grows.
-- Statements are separated by a line "--;;".

CREATE TABLE players_erasure (
    digest    bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    key_id    varchar(16) NOT NULL,
    erased_at timestamptz NOT NULL
)

--;;
CREATE FUNCTION refuse_rewriting_erasures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger of erasures is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$

--;;
CREATE TRIGGER guard_rows BEFORE UPDATE OR DELETE ON players_erasure
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_erasures()

--;;
CREATE TRIGGER guard_table BEFORE TRUNCATE ON players_erasure
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_erasures()
