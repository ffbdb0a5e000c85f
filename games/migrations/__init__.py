"""The schema of the games app, step by step. SQL beside it in `sql/` is part of the step that reads it: never edited later."""
