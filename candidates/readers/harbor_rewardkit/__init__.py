"""harbor-rewardkit 0.2.3, run as it is installed."""
