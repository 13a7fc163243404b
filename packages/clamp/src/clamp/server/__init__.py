"""``clamp serve``: plans over HTTP from any host, kept in a database, and a page that shows why."""
