"""The games that belong to the product, without those that the tests invented."""

from pathlib import Path

from scorers.registry import folder, slugs

INVENTED = Path(__file__).parent / "games"
SHIPPED = tuple(slug for slug in slugs() if folder(slug).parent != INVENTED)
