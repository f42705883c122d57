"""Adapters to public packages that read, or write, harbor's reward files."""
