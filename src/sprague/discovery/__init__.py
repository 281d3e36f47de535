"""From a rule to a theorem, without being told the answer."""
