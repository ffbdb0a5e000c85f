-- The options of a game beside its row, each combination once: they would be a third of what every move writes anew, and
-- with them no second version of a row fits its page, so that every move also writes to a page of its own and to all
-- indexes that the game is in.
-- Statements are separated by a line "--;;".

-- The id of these options, which are stored if they are new. It is made of them, so that what it stands for never changes.
CREATE FUNCTION option_set_of(p_options jsonb) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
    name bytea := convert_to(p_options::text, 'UTF8');
    id_of_name uuid;
BEGIN
    LOOP
        name := sha256(name);
        id_of_name := encode(substring(name FOR 16), 'hex')::uuid;
        IF EXISTS (SELECT FROM option_set WHERE id = id_of_name AND options = p_options) THEN
            RETURN id_of_name;
        END IF;
        INSERT INTO option_set (id, options) VALUES (id_of_name, p_options) ON CONFLICT DO NOTHING;
        IF EXISTS (SELECT FROM option_set WHERE id = id_of_name AND options = p_options) THEN
            RETURN id_of_name;
        END IF;
        -- Somebody has rewritten the row, past its guard: these options go on under another id.
    END LOOP;
END
$$

--;;
CREATE TRIGGER guard_rows BEFORE UPDATE OR DELETE ON option_set
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_log()
