"""The whole way in and out, by cases: what a person gives and what they find again."""
