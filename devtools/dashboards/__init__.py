"""`make dashboards`: asks a real Prometheus every question of the dashboards and alarms in deploy/, and draws them."""
