"""The veil over a saved game's text: `!VCSK`, a key of two hex digits, then each byte XOR the key as two hex digits."""

from __future__ import annotations

from orsha.kernel import Damaged

MAGIC = b"!VCSK"
_HEAD = len(MAGIC) + 2
_HEX = b"0123456789abcdefABCDEF"


def decipher(data: bytes) -> tuple[str, int | None]:
    """The text and its key. A file that was never enciphered has no key."""
    if not data.startswith(MAGIC):
        return _text(data, "the text of the saved game is neither enciphered nor UTF-8"), None
    digits = data[_HEAD:]
    head = data[len(MAGIC) : _HEAD]
    if len(head) < 2 or head.translate(None, _HEX):
        raise Damaged("the saved game's key is no number of two hex digits")
    if len(digits) % 2:
        raise Damaged("the saved game was cut short: half a byte stands at its end")
    key = int(head, 16)
    # The library skips white space between pairs; a saved game has none.
    if digits.translate(None, _HEX):
        raise Damaged("the saved game has something between its hex digits")
    veiled = bytes.fromhex(digits.decode("ascii"))
    del digits
    return _text(_xor(veiled, key), "the saved game's key does not fit its text"), key


def encipher(text: str, key: int | None) -> bytes:
    """The way back: deciphering it gives the same text and key."""
    try:
        plain = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Damaged("the text has a character that UTF-8 cannot write") from error
    return plain if key is None else MAGIC + b"%02x" % key + _xor(plain, key).hex().encode("ascii")


def _xor(data: bytes, key: int) -> bytes:
    return data.translate(bytes(byte ^ key for byte in range(256)))


def _text(data: bytes, why: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Damaged(f"{why} (byte {error.start})") from error
