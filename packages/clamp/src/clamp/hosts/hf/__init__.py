"""Hugging Face transformers as the host: models, pictures, batches, sampling."""
