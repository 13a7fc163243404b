"""How the embedded vision-language model is made: architecture, tasks, batches, training."""
