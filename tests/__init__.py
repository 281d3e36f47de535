"""The tests of Sprague; they form a package, so that every test can import the oracle."""
