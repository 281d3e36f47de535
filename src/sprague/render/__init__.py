"""Output for people: text, LaTeX, pictures, exports, widgets."""
