"""How fast it is: masks, search, HMMs and lookahead, beside other libraries where there are any."""
