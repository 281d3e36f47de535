"""Pictures, drawn by matplotlib: one module for each kind. It is imported only when a picture is asked for."""
