"""What several parts of the web application use: languages, content, answers, secret addresses."""
