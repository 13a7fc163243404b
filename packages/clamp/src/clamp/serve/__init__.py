"""Plans for requests from outside: described in JSON, bounded, planned in processes that can be killed."""
