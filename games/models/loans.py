"""Seats lent to friends, as long as their match runs."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game


class Loan(models.Model):
    """A seat that its player offers to somebody, or has lent to them: from `since_version` until `until_at`.

    A loan that is over stays until the match ends, because its borrower knows what the seat saw. `append_command`
    deletes all loans of a match that ends; a trigger ends those of a seat that loses its player.
    """

    pk = models.CompositePrimaryKey("game_id", "id")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    id = models.UUIDField(default=uuid.uuid4, editable=False)
    seat_no = models.SmallIntegerField()
    lender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_constraint=False, db_index=False, related_name="+"
    )
    code = models.CharField(max_length=16)
    # The name or id of the player who alone may accept; empty: everybody who has the code.
    wanted = models.CharField(max_length=64, blank=True, default="")
    hours = models.SmallIntegerField()
    offered_at = models.DateTimeField()
    # When the offer ends if nobody accepts it.
    lapses_at = models.DateTimeField()
    # NULL: nobody has accepted yet.
    borrower = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )
    # What happened until this version is not for the borrower.
    since_version = models.IntegerField(null=True)
    # When the loan ends, or has ended.
    until_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "loan"
        indexes: ClassVar[list[models.Index]] = [
            models.Index("borrower", "game", condition=Q(borrower__isnull=False), name="loan_by_borrower"),
            models.Index("lender", name="loan_by_lender"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "seat_no"], condition=Q(borrower__isnull=True), name="loan_offered"
            ),
            models.CheckConstraint(
                condition=Q(borrower__isnull=True) | Q(since_version__isnull=False, until_at__isnull=False),
                name="loan_accepted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat_no}, {self.hours} h"
