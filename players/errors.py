"""The coded errors with which requests about players are refused.

No HTTP here: the API chooses the statuses. A sentence never quotes what the client
sent, so that it can be shown and logged anywhere.
"""

from __future__ import annotations

from typing import ClassVar

from common.sentences import Sentence


class PlayersError(Exception):
    """A refusal: `code` is the stable name, `fields` the facts, `template` with them a sentence (`str(error)`).

    A field `member` names the member of the request that is wrong; a `reason` is a clause of the sentence.
    """

    code: ClassVar[str]
    template: ClassVar[str]

    def __init__(self, **fields: object) -> None:
        self.fields = fields
        super().__init__(str(Sentence(self.template, **fields)))


class InvalidName(PlayersError):
    """The name breaks a rule of `players.names`."""

    code = "invalid_name"
    template = "The name is not valid: {reason}."

    def __init__(self, *, reason: str) -> None:
        super().__init__(reason=reason)


class NameTaken(PlayersError):
    """Another player has an equivalent name."""

    code = "name_taken"
    template = "Another player already has this name, or one that reads the same."


class PlayerNotFound(PlayersError):
    """No player has this name; also raised for names that could never exist."""

    code = "player_not_found"
    template = "There is no player of this name."


class TokenNotFound(PlayersError):
    """The caller has no such token; also raised for other players' tokens."""

    code = "token_not_found"
    template = "You have no such token."


class InvalidPreference(PlayersError):
    """A preference is not valid; `member` names it."""

    code = "invalid_preference"
    template = "`{member}` is not valid: {reason}."

    def __init__(self, *, member: str | tuple[str | int, ...], reason: str) -> None:
        super().__init__(member=member, reason=reason)


class InvalidVacation(PlayersError):
    """A vacation is not possible as requested, whatever is left of the budget."""

    code = "invalid_vacation"
    template = "The vacation is not valid: {reason}."

    def __init__(self, *, member: str, reason: str) -> None:
        super().__init__(member=member, reason=reason)


class VacationSpent(PlayersError):
    """The budget of a calendar year is exceeded."""

    code = "vacation_spent"
    template = "The vacation exceeds the {days} days of {year}."

    def __init__(self, *, year: int, days: int) -> None:
        super().__init__(year=year, days=days)


class InvalidTokenRequest(PlayersError):
    """A token cannot be created as requested."""

    code = "invalid_token_request"
    template = "The token cannot be created: {reason}."

    def __init__(self, *, member: str, reason: str) -> None:
        super().__init__(member=member, reason=reason)


class TooManyTokens(PlayersError):
    """The player holds the maximum number of personal tokens."""

    code = "too_many_tokens"
    template = "You already have {limit} personal tokens; revoke one first."

    def __init__(self, *, limit: int) -> None:
        super().__init__(limit=limit)


class TooManyGuests(PlayersError):
    """One network has reached its limit of new guests for now."""

    code = "too_many_guests"
    policy = "guests"
    template = "Too many guests were made from your network; try again in {retry_after} s."

    def __init__(self, *, retry_after: int, limit: int) -> None:
        super().__init__(retry_after=retry_after, limit=limit, window=3600)


class GuestMerged(PlayersError):
    """The token was valid, but its guest is now part of an account."""

    code = "guest_merged"
    template = "The guest of this token was merged into an account: sign in to that account."


class InsufficientScope(PlayersError):
    """The token is valid but lacks the scope for this request."""

    code = "insufficient_scope"
    template = "Your token lacks the scope {required_scope}."

    def __init__(self, *, required_scope: str) -> None:
        super().__init__(required_scope=required_scope)


class DeviceTokenRequired(PlayersError):
    """A personal token tried to create another token, to change an app, to merge a guest, or to end the account."""

    code = "device_token_required"
    template = "This needs a device token, not a personal token."


class OwnTokenRequired(PlayersError):
    """An app tried what only players may do: manage their tokens, apps and authorizations, and delete the account."""

    code = "own_token_required"
    template = "Apps may not do this: it needs a token of the player's own."


class EmailRequired(PlayersError):
    """A guest tried to register an app, whose author must be reachable, or to merge another guest."""

    code = "email_required"
    template = "Add an e-mail address to your account first."


class InvalidApp(PlayersError):
    """An app is not valid as requested."""

    code = "invalid_app"
    template = "`{member}` is not valid: {reason}."

    def __init__(self, *, member: str | tuple[str | int, ...], reason: str) -> None:
        super().__init__(member=member, reason=reason)


class AppNotFound(PlayersError):
    """The caller has no such app; also raised for other players' apps."""

    code = "app_not_found"
    template = "You have no such app."


class TooManyApps(PlayersError):
    """The author has the maximum number of apps."""

    code = "too_many_apps"
    template = "You already have {limit} apps; delete one first."

    def __init__(self, *, limit: int) -> None:
        super().__init__(limit=limit)


class AuthorizationNotFound(PlayersError):
    """The caller has not authorized such an app."""

    code = "authorization_not_found"
    template = "You have not authorized such an app."


class NotificationNotFound(PlayersError):
    """The caller has no such notification; also raised for other players' notifications."""

    code = "notification_not_found"
    template = "You have no such notification."


class WebhookNotFound(PlayersError):
    """The caller has no such webhook; also raised for other players' webhooks."""

    code = "webhook_not_found"
    template = "You have no such webhook."


class DeliveryNotFound(PlayersError):
    """The webhook has no such delivery in its log."""

    code = "delivery_not_found"
    template = "This webhook has no such delivery; the log is kept for 30 days."


class InvalidWebhook(PlayersError):
    """A webhook is not valid as requested."""

    code = "invalid_webhook"
    template = "`{member}` is not valid: {reason}."

    def __init__(self, *, member: str | tuple[str | int, ...], reason: str) -> None:
        super().__init__(member=member, reason=reason)


class TooManyWebhooks(PlayersError):
    """The player has the maximum number of webhooks."""

    code = "too_many_webhooks"
    template = "You already have {limit} webhooks; delete one first."

    def __init__(self, *, limit: int) -> None:
        super().__init__(limit=limit)


class WebhookDisabled(PlayersError):
    """The owner asked a disabled webhook to send a delivery."""

    code = "webhook_disabled"
    template = "This webhook is switched off; make it active first."


class PresetNotFound(PlayersError):
    """The caller has no such preset, or nothing is shared by this code."""

    code = "preset_not_found"
    template = "There is no such preset, or it is not shared any more."


class TooManyPresets(PlayersError):
    """The player has the maximum number of presets."""

    code = "too_many_presets"
    template = "You already have {limit} presets; delete one first."

    def __init__(self, *, limit: int) -> None:
        super().__init__(limit=limit)


class BlockNotFound(PlayersError):
    """The caller has not blocked such a player."""

    code = "block_not_found"
    template = "You have not blocked this player."


class CannotBlockYourself(PlayersError):
    """The caller named themselves."""

    code = "cannot_block_yourself"
    template = "You cannot block yourself."


class TooManyBlocks(PlayersError):
    """The player has the maximum number of blocks."""

    code = "too_many_blocks"
    template = "You have already blocked {limit} players; unblock one first."

    def __init__(self, *, limit: int) -> None:
        super().__init__(limit=limit)


class SentTooOften(PlayersError):
    """The owner sends deliveries by hand too often."""

    code = "sent_too_often"
    policy = "sent_by_hand"
    template = "You have sent a call just now; try again in {retry_after} s."

    def __init__(self, *, retry_after: int) -> None:
        super().__init__(retry_after=retry_after, limit=1, window=retry_after)


class InvalidDevice(PlayersError):
    """A device cannot be registered as requested."""

    code = "invalid_device"
    template = "`{member}` is not valid: {reason}."

    def __init__(self, *, member: str | tuple[str | int, ...], reason: str) -> None:
        super().__init__(member=member, reason=reason)


class DeviceNotFound(PlayersError):
    """The caller has no such device; also raised for other players' devices."""

    code = "device_not_found"
    template = "You have no such device."


class PushUnavailable(PlayersError):
    """This installation does not send pushes of this kind."""

    code = "push_unavailable"
    template = "This service does not send pushes of this kind."


class InvalidGuestToken(PlayersError):
    """The token is no valid device token of a guest; also raised for guests that others have merged."""

    code = "invalid_guest_token"
    template = "This is not a valid device token of a guest, or the guest was merged already."


class NotAGuest(PlayersError):
    """The player to be merged has an address, and so an account of their own."""

    code = "not_a_guest"
    template = "This token belongs to an account; only guests can be merged."


class GuestOnVacation(PlayersError):
    """A merge would end the guest's vacation for their games, or start that of the account for them."""

    code = "guest_on_vacation"
    template = "The guest has a planned or running vacation; end it first."


class AboutToLeave(PlayersError):
    """One of the two players has requested deletion."""

    code = "about_to_leave"
    template = "This is not possible while {reason}; cancel that first."

    def __init__(self, *, reason: str) -> None:
        super().__init__(reason=reason)


class RecentSignInRequired(PlayersError):
    """The request cannot be undone and the token may be stolen: the player must sign in again first."""

    code = "recent_sign_in_required"
    template = "Sign in by e-mail again, and repeat the request with the new token within {minutes} minutes."

    def __init__(self, *, minutes: int) -> None:
        super().__init__(minutes=minutes)


class OperatorAccount(PlayersError):
    """An operator's account cannot be deleted as players delete theirs."""

    code = "operator_account"
    template = "This is an operator's account; another operator must take its rights away first."


class TooManyExports(PlayersError):
    """The player has reached the hourly limit of exports."""

    code = "too_many_exports"
    policy = "exports"
    template = "You have reached the hourly limit of exports; try again in {retry_after} s."

    def __init__(self, *, retry_after: int, limit: int) -> None:
        super().__init__(retry_after=retry_after, limit=limit, window=3600)


class InvalidEmail(PlayersError):
    """No mail can be sent to this address."""

    code = "invalid_email"
    template = "This is not an e-mail address that mail can be sent to."


class WrongCode(PlayersError):
    """The code is not the latest one that was sent."""

    code = "wrong_code"
    template = "This is not the latest code that was sent. Attempts left: {attempts_left}."

    def __init__(self, *, attempts_left: int) -> None:
        super().__init__(attempts_left=attempts_left)


class CodeExpired(PlayersError):
    """No code is awaited: it was used or is too old, too many were wrong, or none was ever requested."""

    code = "code_expired"
    template = "No code is awaited here: it was used, is older than 15 minutes, or three were wrong. Request a new one."


class CodeSentRecently(PlayersError):
    """A code was sent a moment ago."""

    code = "code_sent_recently"
    policy = "codes"
    template = "A code was sent a moment ago; it can be sent again in {retry_after} s."

    def __init__(self, *, retry_after: int, window: int) -> None:
        super().__init__(retry_after=retry_after, limit=1, window=window)


class TooManyCodes(PlayersError):
    """The code was sent again as often as it can be."""

    code = "too_many_codes"
    template = "{limit} codes were sent for this request; make a new request."

    def __init__(self, *, limit: int) -> None:
        super().__init__(limit=limit)


class EmailTaken(PlayersError):
    """The address belongs to another account; only those who read its mails are told."""

    code = "email_taken"
    template = "This address belongs to another account: sign in to it, or choose another address."


class AccountDeactivated(PlayersError):
    """An operator has deactivated the account; only those who read its mails are told."""

    code = "account_deactivated"
    template = "This account was deactivated. Write to the operator of this service."
