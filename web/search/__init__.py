"""Full-text search in the rules: BM25 over sections that carry the questions which players ask about them."""
