"""What people require in words, and the rules that it means."""
