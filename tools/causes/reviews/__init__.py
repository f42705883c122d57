"""Wrong readings as maintainers of runners, dashboards and leaderboards write them."""
