"""The page on which a player lets an app in: he signs in by a code, sees what it asks for, and says yes or no."""
