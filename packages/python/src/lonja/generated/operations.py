# Written by tools/write-client.ts from docs/openapi.json; run "npm run generate" instead of editing it.
"""Every operation of the service, as a method of its group."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Literal

from .._route import UNSET, AsyncSend, Send, Unset
from . import models as _m
from . import routes as _r


class Health:
    """`Lonja.health`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def get(self) -> _m.Health:
        """Whether the process is alive (GET /health)."""
        return self._send(_r.GET_HEALTH, {})

    def readiness(self) -> _m.Readiness:
        """Whether the service can answer (GET /ready)."""
        return self._send(_r.GET_READINESS, {})


class AsyncHealth:
    """`AsyncLonja.health`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(self) -> _m.Health:
        """Whether the process is alive (GET /health)."""
        return await self._send(_r.GET_HEALTH, {})

    async def readiness(self) -> _m.Readiness:
        """Whether the service can answer (GET /ready)."""
        return await self._send(_r.GET_READINESS, {})


class Authentication:
    """`Lonja.authentication`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def create_token(
        self,
        *,
        username: str,
        password: str,
        otp: str | None = None,
    ) -> _m.TokenResponse:
        """Exchange e-mail address and password for a session token (POST /auth/token).

        username: E-mail address of the account
        password: Password of the account
        otp: Current code of the second factor, where the account has one, or a recovery code
        """
        return self._send(_r.CREATE_TOKEN, {
            "username": username,
            "password": password,
            "otp": otp,
        })

    def forgot_password(self, *, email: str) -> _m.MailSent:
        """Ask for a link that sets a new password (POST /auth/password/forgot).

        email: E-mail address; its case does not matter
        """
        return self._send(_r.FORGOT_PASSWORD, {"email": email})

    def reset_password(self, *, token: str, password: str) -> None:
        """Set a new password with the token of the link (POST /auth/password/reset).

        token: Token from the mailed link
        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        """
        self._send(_r.RESET_PASSWORD, {"token": token, "password": password})

    def start_open_id_sign_in(
        self,
        *,
        name: str | None = None,
        email: str | None = None,
        invitation: str | None = None,
    ) -> _m.SignInStarted:
        """Begin a sign-in by an organisation's own provider (OpenID Connect) (POST /auth/openid/start).

        name: Name in the sign-in address of the organisation
        email: E-mail address; its case does not matter
        invitation: Token from the mailed link
        """
        return self._send(_r.START_OPEN_ID_SIGN_IN, {
            "name": name,
            "email": email,
            "invitation": invitation,
        })

    def finish_open_id_sign_in(self, *, query: str) -> _m.TokenResponse:
        """End a sign-in with what the provider sent back (POST /auth/openid/finish).

        query: Query of the address that the provider sent the browser back to, as it came
        """
        return self._send(_r.FINISH_OPEN_ID_SIGN_IN, {"query": query})

    def confirm_open_id_sign_in(self, *, otp: str) -> _m.TokenResponse:
        """End a sign-in with a code of the second factor (POST /auth/openid/code).

        otp: Current code of the second factor, where the account has one, or a recovery code
        """
        return self._send(_r.CONFIRM_OPEN_ID_SIGN_IN, {"otp": otp})

    def create_client_token(
        self,
        *,
        grant_type: str | None = None,
        scope: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
    ) -> _m.ClientToken:
        """Exchange an API key for a short-lived token (OAuth 2.0 client credentials) (POST /oauth/token).

        grant_type: `client_credentials`
        scope: Scopes, separated by blanks; absent: every scope of the key. One that the key lacks is
            refused
        client_id: Beginning of the API key as its list shows it, or its id, unless it is in the
            header Authorization
        client_secret: The API key, unless it is in the header Authorization
        """
        return self._send(_r.CREATE_CLIENT_TOKEN, {
            "grant_type": grant_type,
            "scope": scope,
            "client_id": client_id,
            "client_secret": client_secret,
        })


class AsyncAuthentication:
    """`AsyncLonja.authentication`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create_token(
        self,
        *,
        username: str,
        password: str,
        otp: str | None = None,
    ) -> _m.TokenResponse:
        """Exchange e-mail address and password for a session token (POST /auth/token).

        username: E-mail address of the account
        password: Password of the account
        otp: Current code of the second factor, where the account has one, or a recovery code
        """
        return await self._send(_r.CREATE_TOKEN, {
            "username": username,
            "password": password,
            "otp": otp,
        })

    async def forgot_password(self, *, email: str) -> _m.MailSent:
        """Ask for a link that sets a new password (POST /auth/password/forgot).

        email: E-mail address; its case does not matter
        """
        return await self._send(_r.FORGOT_PASSWORD, {"email": email})

    async def reset_password(self, *, token: str, password: str) -> None:
        """Set a new password with the token of the link (POST /auth/password/reset).

        token: Token from the mailed link
        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        """
        await self._send(_r.RESET_PASSWORD, {"token": token, "password": password})

    async def start_open_id_sign_in(
        self,
        *,
        name: str | None = None,
        email: str | None = None,
        invitation: str | None = None,
    ) -> _m.SignInStarted:
        """Begin a sign-in by an organisation's own provider (OpenID Connect) (POST /auth/openid/start).

        name: Name in the sign-in address of the organisation
        email: E-mail address; its case does not matter
        invitation: Token from the mailed link
        """
        return await self._send(_r.START_OPEN_ID_SIGN_IN, {
            "name": name,
            "email": email,
            "invitation": invitation,
        })

    async def finish_open_id_sign_in(self, *, query: str) -> _m.TokenResponse:
        """End a sign-in with what the provider sent back (POST /auth/openid/finish).

        query: Query of the address that the provider sent the browser back to, as it came
        """
        return await self._send(_r.FINISH_OPEN_ID_SIGN_IN, {"query": query})

    async def confirm_open_id_sign_in(self, *, otp: str) -> _m.TokenResponse:
        """End a sign-in with a code of the second factor (POST /auth/openid/code).

        otp: Current code of the second factor, where the account has one, or a recovery code
        """
        return await self._send(_r.CONFIRM_OPEN_ID_SIGN_IN, {"otp": otp})

    async def create_client_token(
        self,
        *,
        grant_type: str | None = None,
        scope: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
    ) -> _m.ClientToken:
        """Exchange an API key for a short-lived token (OAuth 2.0 client credentials) (POST /oauth/token).

        grant_type: `client_credentials`
        scope: Scopes, separated by blanks; absent: every scope of the key. One that the key lacks is
            refused
        client_id: Beginning of the API key as its list shows it, or its id, unless it is in the
            header Authorization
        client_secret: The API key, unless it is in the header Authorization
        """
        return await self._send(_r.CREATE_CLIENT_TOKEN, {
            "grant_type": grant_type,
            "scope": scope,
            "client_id": client_id,
            "client_secret": client_secret,
        })


class Registration:
    """`Lonja.registration`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def start(
        self,
        *,
        email: str,
        tenant_name: str,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> _m.Registration:
        """Start a registration: a code is mailed to the address (POST /auth/register).

        email: E-mail address; its case does not matter
        tenant_name: Name of the organisation
        locale: Language of mail and pages
        """
        return self._send(_r.START_REGISTRATION, {
            "email": email,
            "tenant_name": tenant_name,
            "locale": locale,
        })

    def resend_code(self, *, registration_id: str) -> _m.Registration:
        """Mail a new code, which takes the place of the earlier one (POST /auth/register/resend).

        registration_id: Identifier of the registration
        """
        return self._send(_r.RESEND_REGISTRATION_CODE, {"registration_id": registration_id})

    def verify_code(self, *, registration_id: str, code: str) -> _m.CodeVerified:
        """Ask whether a code is right, without using it up (POST /auth/register/verify).

        registration_id: Identifier of the registration
        code: Code of 6 digits
        """
        return self._send(_r.VERIFY_REGISTRATION_CODE, {"registration_id": registration_id, "code": code})

    def complete(
        self,
        *,
        registration_id: str,
        code: str,
        password: str,
        full_name: str,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> _m.TokenResponse:
        """Create the tenant and its first admin, and sign in (POST /auth/register/complete).

        registration_id: Identifier of the registration
        code: Code of 6 digits
        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        full_name: Name of the person
        locale: Language of mail and pages
        """
        return self._send(_r.COMPLETE_REGISTRATION, {
            "registration_id": registration_id,
            "code": code,
            "password": password,
            "full_name": full_name,
            "locale": locale,
        })

    def look_up_invitation(self, *, token: str) -> _m.InvitationLookup:
        """What an invitation stands for (GET /auth/invitations/lookup).

        token: Token from the mailed link
        """
        return self._send(_r.LOOK_UP_INVITATION, {"token": token})

    def accept_invitation(
        self,
        *,
        token: str,
        password: str,
        full_name: str,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> _m.TokenResponse:
        """Accept an invitation, and sign in (POST /auth/invitations/accept).

        token: Token from the mailed link
        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        full_name: Name of the person
        locale: Language of mail and pages
        """
        return self._send(_r.ACCEPT_INVITATION, {
            "token": token,
            "password": password,
            "full_name": full_name,
            "locale": locale,
        })


class AsyncRegistration:
    """`AsyncLonja.registration`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def start(
        self,
        *,
        email: str,
        tenant_name: str,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> _m.Registration:
        """Start a registration: a code is mailed to the address (POST /auth/register).

        email: E-mail address; its case does not matter
        tenant_name: Name of the organisation
        locale: Language of mail and pages
        """
        return await self._send(_r.START_REGISTRATION, {
            "email": email,
            "tenant_name": tenant_name,
            "locale": locale,
        })

    async def resend_code(self, *, registration_id: str) -> _m.Registration:
        """Mail a new code, which takes the place of the earlier one (POST /auth/register/resend).

        registration_id: Identifier of the registration
        """
        return await self._send(_r.RESEND_REGISTRATION_CODE, {"registration_id": registration_id})

    async def verify_code(self, *, registration_id: str, code: str) -> _m.CodeVerified:
        """Ask whether a code is right, without using it up (POST /auth/register/verify).

        registration_id: Identifier of the registration
        code: Code of 6 digits
        """
        return await self._send(_r.VERIFY_REGISTRATION_CODE, {"registration_id": registration_id, "code": code})

    async def complete(
        self,
        *,
        registration_id: str,
        code: str,
        password: str,
        full_name: str,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> _m.TokenResponse:
        """Create the tenant and its first admin, and sign in (POST /auth/register/complete).

        registration_id: Identifier of the registration
        code: Code of 6 digits
        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        full_name: Name of the person
        locale: Language of mail and pages
        """
        return await self._send(_r.COMPLETE_REGISTRATION, {
            "registration_id": registration_id,
            "code": code,
            "password": password,
            "full_name": full_name,
            "locale": locale,
        })

    async def look_up_invitation(self, *, token: str) -> _m.InvitationLookup:
        """What an invitation stands for (GET /auth/invitations/lookup).

        token: Token from the mailed link
        """
        return await self._send(_r.LOOK_UP_INVITATION, {"token": token})

    async def accept_invitation(
        self,
        *,
        token: str,
        password: str,
        full_name: str,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> _m.TokenResponse:
        """Accept an invitation, and sign in (POST /auth/invitations/accept).

        token: Token from the mailed link
        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        full_name: Name of the person
        locale: Language of mail and pages
        """
        return await self._send(_r.ACCEPT_INVITATION, {
            "token": token,
            "password": password,
            "full_name": full_name,
            "locale": locale,
        })


class Markets:
    """`Lonja.markets`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self) -> _m.MarketList:
        """Markets (GET /markets)."""
        return self._send(_r.LIST_MARKETS, {})

    def get(self, market_id: str) -> _m.Market:
        """One market (GET /markets/{market_id}).

        market_id: Market identifier
        """
        return self._send(_r.GET_MARKET, {"market_id": market_id})

    def products(self, market_id: str) -> _m.MarketProductList:
        """Products of a market, with their latest forecasts (GET /markets/{market_id}/products).

        market_id: Market identifier
        """
        return self._send(_r.LIST_MARKET_PRODUCTS, {"market_id": market_id})


class AsyncMarkets:
    """`AsyncLonja.markets`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(self) -> _m.MarketList:
        """Markets (GET /markets)."""
        return await self._send(_r.LIST_MARKETS, {})

    async def get(self, market_id: str) -> _m.Market:
        """One market (GET /markets/{market_id}).

        market_id: Market identifier
        """
        return await self._send(_r.GET_MARKET, {"market_id": market_id})

    async def products(self, market_id: str) -> _m.MarketProductList:
        """Products of a market, with their latest forecasts (GET /markets/{market_id}/products).

        market_id: Market identifier
        """
        return await self._send(_r.LIST_MARKET_PRODUCTS, {"market_id": market_id})


class Forecasts:
    """`Lonja.forecasts`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def latest(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        as_of: dt.datetime | str | None = None,
    ) -> _m.ForecastRun:
        """The latest forecast run with its whole horizon (GET /forecasts/latest).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        as_of: Answer as it was at this moment: runs issued later are left out
        """
        return self._send(_r.GET_LATEST_FORECAST, {
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
            "quantiles": quantiles,
            "as_of": as_of,
        })

    def latest_csv(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """The latest forecast run with its whole horizon, as CSV (GET /forecasts/latest).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_LATEST_FORECAST.as_csv(), {
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
            "quantiles": quantiles,
            "as_of": as_of,
            "locale": locale,
            "format": "csv",
        })

    def get(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        quantiles: str | None = None,
    ) -> _m.ForecastRun:
        """The newest forecast for a delivery day or a range (GET /forecasts).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        """
        return self._send(_r.GET_FORECAST, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "quantiles": quantiles,
        })

    def get_csv(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        quantiles: str | None = None,
    ) -> str:
        """The newest forecast for a delivery day or a range, as CSV (GET /forecasts).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        """
        return self._send(_r.GET_FORECAST.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "quantiles": quantiles,
            "format": "csv",
        })

    def available_dates(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.AvailableDateList:
        """Delivery days that have a forecast, newest first (GET /forecasts/available-dates).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        """
        return self._send(_r.LIST_AVAILABLE_DATES, {"market_id": market_id, "product": product})

    def available_dates_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Delivery days that have a forecast, newest first, as CSV (GET /forecasts/available-dates).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.LIST_AVAILABLE_DATES.as_csv(), {
            "market_id": market_id,
            "product": product,
            "locale": locale,
            "format": "csv",
        })

    def scenarios(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        paths: int | None = None,
    ) -> _m.ScenarioSet:
        """Equally likely paths of prices (GET /forecasts/scenarios).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        paths: Number of paths; plans of the portfolio use 100
        """
        return self._send(_r.GET_SCENARIOS, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "date_from": date_from,
            "date_to": date_to,
            "paths": paths,
        })

    def scenarios_csv(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        paths: int | None = None,
    ) -> str:
        """Equally likely paths of prices, as CSV (GET /forecasts/scenarios).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        paths: Number of paths; plans of the portfolio use 100
        """
        return self._send(_r.GET_SCENARIOS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "date_from": date_from,
            "date_to": date_to,
            "paths": paths,
            "format": "csv",
        })

    def price_probabilities(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        thresholds: str | None = None,
        hours: int | None = None,
    ) -> _m.PriceProbabilities:
        """Probabilities of low prices, and of the cheapest and dearest hours (GET /forecasts/probabilities).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        thresholds: Prices whose probabilities are wanted, EUR/MWh, separated by commas
        hours: Hours of a day that are counted: together or in a row at or below a threshold, and how
            many cheapest and dearest ones are meant
        """
        return self._send(_r.GET_PRICE_PROBABILITIES, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "date_from": date_from,
            "date_to": date_to,
            "thresholds": thresholds,
            "hours": hours,
        })

    def price_probabilities_csv(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        thresholds: str | None = None,
        hours: int | None = None,
    ) -> str:
        """Probabilities of low prices, and of the cheapest and dearest hours, as CSV (GET
        /forecasts/probabilities).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        thresholds: Prices whose probabilities are wanted, EUR/MWh, separated by commas
        hours: Hours of a day that are counted: together or in a row at or below a threshold, and how
            many cheapest and dearest ones are meant
        """
        return self._send(_r.GET_PRICE_PROBABILITIES.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "date_from": date_from,
            "date_to": date_to,
            "thresholds": thresholds,
            "hours": hours,
            "format": "csv",
        })

    def spreads(
        self,
        *,
        market_id: str,
        product: Literal["ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        reference: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.SpreadSet:
        """Spreads of an intraday auction to an earlier one (GET /forecasts/spreads).

        market_id: Market identifier; GET /markets lists them
        product: Intraday auction whose spread is wanted
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        reference: Earlier auction that the spread is to: day-ahead (default) or an intraday one
            before `product`
        """
        return self._send(_r.GET_SPREADS, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "date_from": date_from,
            "date_to": date_to,
            "reference": reference,
        })

    def spreads_csv(
        self,
        *,
        market_id: str,
        product: Literal["ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        reference: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> str:
        """Spreads of an intraday auction to an earlier one, as CSV (GET /forecasts/spreads).

        market_id: Market identifier; GET /markets lists them
        product: Intraday auction whose spread is wanted
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        reference: Earlier auction that the spread is to: day-ahead (default) or an intraday one
            before `product`
        """
        return self._send(_r.GET_SPREADS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "date_from": date_from,
            "date_to": date_to,
            "reference": reference,
            "format": "csv",
        })

    def zone_spreads(
        self,
        *,
        product: Literal["da", "ida1", "ida2", "ida3"],
        market_id: str | None = None,
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        against: Literal["es"] | None = None,
    ) -> _m.ZoneSpreadSet:
        """How far prices of Portugal are expected to lie from those of Spain (GET /forecasts/zone-spreads).

        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        market_id: Market whose prices are held against those of `against`
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        against: Market that the spread is to
        """
        return self._send(_r.GET_ZONE_SPREADS, {
            "product": product,
            "market_id": market_id,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "date_from": date_from,
            "date_to": date_to,
            "against": against,
        })

    def zone_spreads_csv(
        self,
        *,
        product: Literal["da", "ida1", "ida2", "ida3"],
        market_id: str | None = None,
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        against: Literal["es"] | None = None,
    ) -> str:
        """How far prices of Portugal are expected to lie from those of Spain, as CSV (GET
        /forecasts/zone-spreads).

        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        market_id: Market whose prices are held against those of `against`
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        against: Market that the spread is to
        """
        return self._send(_r.GET_ZONE_SPREADS.as_csv(), {
            "product": product,
            "market_id": market_id,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "date_from": date_from,
            "date_to": date_to,
            "against": against,
            "format": "csv",
        })

    def outlook(
        self,
        *,
        market_id: str,
        product: Literal["ida1", "ida2", "ida3"],
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
    ) -> _m.IntradayOutlook:
        """What to expect of an intraday auction before it has a forecast (GET /forecasts/outlook).

        market_id: Market identifier; GET /markets lists them
        product: Intraday auction that has no forecast of its own yet
        date: Delivery day in Europe/Madrid
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        """
        return self._send(_r.GET_OUTLOOK, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "resolution": resolution,
            "as_of": as_of,
        })

    def outlook_csv(
        self,
        *,
        market_id: str,
        product: Literal["ida1", "ida2", "ida3"],
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What to expect of an intraday auction before it has a forecast, as CSV (GET /forecasts/outlook).

        market_id: Market identifier; GET /markets lists them
        product: Intraday auction that has no forecast of its own yet
        date: Delivery day in Europe/Madrid
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_OUTLOOK.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "format": "csv",
        })

    def intraday_outlook(
        self,
        *,
        date: dt.date | str,
        market_id: str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.GateOutlook:
        """The intraday auctions of a day as they look before the day-ahead gate (GET
        /forecasts/intraday-outlook).

        date: Delivery day in Europe/Madrid
        market_id: Market identifier; GET /markets lists them
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return self._send(_r.GET_INTRADAY_OUTLOOK, {
            "date": date,
            "market_id": market_id,
            "resolution": resolution,
        })

    def intraday_outlook_csv(
        self,
        *,
        date: dt.date | str,
        market_id: str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """The intraday auctions of a day as they look before the day-ahead gate, as CSV (GET
        /forecasts/intraday-outlook).

        date: Delivery day in Europe/Madrid
        market_id: Market identifier; GET /markets lists them
        resolution: Length of the delivery periods: hours (default) or quarter hours
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_INTRADAY_OUTLOOK.as_csv(), {
            "date": date,
            "market_id": market_id,
            "resolution": resolution,
            "locale": locale,
            "format": "csv",
        })

    def runs(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        date: dt.date | str | None = None,
        issued_from: dt.datetime | str | None = None,
        as_of: dt.datetime | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.ForecastRunList:
        """Forecast runs, newest first (GET /forecasts/runs).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Only runs that cover this delivery day
        issued_from: Only runs issued at or after this moment
        as_of: Answer as it was at this moment: runs issued later are left out
        page: Page, from 1
        page_size: Records a page
        """
        return self._send(_r.LIST_FORECAST_RUNS, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "issued_from": issued_from,
            "as_of": as_of,
            "page": page,
            "page_size": page_size,
        })

    def runs_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        date: dt.date | str | None = None,
        issued_from: dt.datetime | str | None = None,
        as_of: dt.datetime | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Forecast runs, newest first, as CSV (GET /forecasts/runs).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Only runs that cover this delivery day
        issued_from: Only runs issued at or after this moment
        as_of: Answer as it was at this moment: runs issued later are left out
        page: Page, from 1
        page_size: Records a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.LIST_FORECAST_RUNS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "issued_from": issued_from,
            "as_of": as_of,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    def run(
        self,
        forecast_id: str,
        *,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
    ) -> _m.ForecastRun:
        """One forecast run with its whole horizon (GET /forecasts/runs/{forecast_id}).

        forecast_id: Identifier of the run
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        """
        return self._send(_r.GET_FORECAST_RUN, {
            "forecast_id": forecast_id,
            "resolution": resolution,
            "quantiles": quantiles,
        })

    def run_csv(
        self,
        forecast_id: str,
        *,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """One forecast run with its whole horizon, as CSV (GET /forecasts/runs/{forecast_id}).

        forecast_id: Identifier of the run
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_FORECAST_RUN.as_csv(), {
            "forecast_id": forecast_id,
            "resolution": resolution,
            "quantiles": quantiles,
            "locale": locale,
            "format": "csv",
        })

    def evolution(
        self,
        *,
        delivery: dt.datetime | str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
    ) -> _m.ForecastEvolution:
        """One delivery hour or quarter over successive runs (GET /forecasts/evolution).

        delivery: Any instant of the delivery period
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        """
        return self._send(_r.GET_FORECAST_EVOLUTION, {
            "delivery": delivery,
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
            "as_of": as_of,
        })

    def evolution_csv(
        self,
        *,
        delivery: dt.datetime | str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """One delivery hour or quarter over successive runs, as CSV (GET /forecasts/evolution).

        delivery: Any instant of the delivery period
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_FORECAST_EVOLUTION.as_csv(), {
            "delivery": delivery,
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "format": "csv",
        })

    def difference(
        self,
        *,
        from_run: str,
        to_run: str,
        date: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.ForecastDifference:
        """What differs between two forecast runs, and why (GET /forecasts/diff).

        from_run: Identifier of the first run; GET /forecasts/runs lists them
        to_run: Identifier of the second run; GET /forecasts/runs lists them
        date: One delivery day instead of all that both runs cover
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return self._send(_r.GET_FORECAST_DIFFERENCE, {
            "from_run": from_run,
            "to_run": to_run,
            "date": date,
            "resolution": resolution,
        })

    def difference_csv(
        self,
        *,
        from_run: str,
        to_run: str,
        date: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What differs between two forecast runs, and why, as CSV (GET /forecasts/diff).

        from_run: Identifier of the first run; GET /forecasts/runs lists them
        to_run: Identifier of the second run; GET /forecasts/runs lists them
        date: One delivery day instead of all that both runs cover
        resolution: Length of the delivery periods: hours (default) or quarter hours
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_FORECAST_DIFFERENCE.as_csv(), {
            "from_run": from_run,
            "to_run": to_run,
            "date": date,
            "resolution": resolution,
            "locale": locale,
            "format": "csv",
        })

    def schedule(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.ForecastSchedule:
        """When the next run of each product is due, how late the last one was, and what is late now (GET
        /forecasts/schedule).

        market_id: Market identifier; GET /markets lists them
        product: Only this market product; those of the subscription when it is left out
        """
        return self._send(_r.GET_FORECAST_SCHEDULE, {"market_id": market_id, "product": product})

    def schedule_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """When the next run of each product is due, how late the last one was, and what is late now, as CSV
        (GET /forecasts/schedule).

        market_id: Market identifier; GET /markets lists them
        product: Only this market product; those of the subscription when it is left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_FORECAST_SCHEDULE.as_csv(), {
            "market_id": market_id,
            "product": product,
            "locale": locale,
            "format": "csv",
        })

    def series(
        self,
        *,
        issued_before: str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        days_ahead: int | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
    ) -> _m.ForecastSeries:
        """For each delivery day the forecast that was valid at a time of day before it (GET
        /forecasts/series).

        issued_before: Time in Madrid before which a run had been published; one that occurs twice
            counts as its first
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        days_ahead: How many days before each delivery day the time is: 0 is that day itself
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        """
        return self._send(_r.GET_FORECAST_SERIES, {
            "issued_before": issued_before,
            "market_id": market_id,
            "product": product,
            "days_ahead": days_ahead,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "resolution": resolution,
            "quantiles": quantiles,
        })

    def series_csv(
        self,
        *,
        issued_before: str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        days_ahead: int | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """For each delivery day the forecast that was valid at a time of day before it, as CSV (GET
        /forecasts/series).

        issued_before: Time in Madrid before which a run had been published; one that occurs twice
            counts as its first
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        days_ahead: How many days before each delivery day the time is: 0 is that day itself
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_FORECAST_SERIES.as_csv(), {
            "issued_before": issued_before,
            "market_id": market_id,
            "product": product,
            "days_ahead": days_ahead,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "resolution": resolution,
            "quantiles": quantiles,
            "locale": locale,
            "format": "csv",
        })

    def day_ahead(self, *, date: dt.date | str, hour: int | None = None) -> _m.DayAheadForecast:
        """Day-ahead forecast of a delivery day by local hour (GET /forecasts/day-ahead).

        date: Delivery day in Europe/Madrid
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        """
        return self._send(_r.GET_DAY_AHEAD_FORECAST, {"date": date, "hour": hour})

    def day_ahead_csv(
        self,
        *,
        date: dt.date | str,
        hour: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Day-ahead forecast of a delivery day by local hour, as CSV (GET /forecasts/day-ahead).

        date: Delivery day in Europe/Madrid
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_DAY_AHEAD_FORECAST.as_csv(), {
            "date": date,
            "hour": hour,
            "locale": locale,
            "format": "csv",
        })

    def intraday(
        self,
        session: int,
        *,
        date: dt.date | str,
        hour: int | None = None,
    ) -> _m.IntradayForecast:
        """Intraday forecast of a session by local hour (GET /forecasts/intraday/{session}).

        date: Delivery day in Europe/Madrid
        session: Intraday session
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        """
        return self._send(_r.GET_INTRADAY_FORECAST, {"date": date, "session": session, "hour": hour})

    def intraday_csv(
        self,
        session: int,
        *,
        date: dt.date | str,
        hour: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Intraday forecast of a session by local hour, as CSV (GET /forecasts/intraday/{session}).

        date: Delivery day in Europe/Madrid
        session: Intraday session
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_INTRADAY_FORECAST.as_csv(), {
            "date": date,
            "session": session,
            "hour": hour,
            "locale": locale,
            "format": "csv",
        })

    def what_if(
        self,
        *,
        shifts: Sequence[_m.InputShiftInput],
        market_id: str | None = None,
        product: Literal["da"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.WhatIf:
        """What the current day-ahead forecast would be with other wind, sun, load or gas (POST
        /forecasts/what-if).

        shifts: What is supposed, 20 shifts at most, one after the other
        market_id: Market identifier; GET /markets lists them
        product: Market product: the day-ahead auction
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return self._send(_r.GET_WHAT_IF, {
            "shifts": shifts,
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
        })


class AsyncForecasts:
    """`AsyncLonja.forecasts`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def latest(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        as_of: dt.datetime | str | None = None,
    ) -> _m.ForecastRun:
        """The latest forecast run with its whole horizon (GET /forecasts/latest).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        as_of: Answer as it was at this moment: runs issued later are left out
        """
        return await self._send(_r.GET_LATEST_FORECAST, {
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
            "quantiles": quantiles,
            "as_of": as_of,
        })

    async def latest_csv(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """The latest forecast run with its whole horizon, as CSV (GET /forecasts/latest).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_LATEST_FORECAST.as_csv(), {
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
            "quantiles": quantiles,
            "as_of": as_of,
            "locale": locale,
            "format": "csv",
        })

    async def get(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        quantiles: str | None = None,
    ) -> _m.ForecastRun:
        """The newest forecast for a delivery day or a range (GET /forecasts).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        """
        return await self._send(_r.GET_FORECAST, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "quantiles": quantiles,
        })

    async def get_csv(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        quantiles: str | None = None,
    ) -> str:
        """The newest forecast for a delivery day or a range, as CSV (GET /forecasts).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        """
        return await self._send(_r.GET_FORECAST.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "quantiles": quantiles,
            "format": "csv",
        })

    async def available_dates(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.AvailableDateList:
        """Delivery days that have a forecast, newest first (GET /forecasts/available-dates).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        """
        return await self._send(_r.LIST_AVAILABLE_DATES, {"market_id": market_id, "product": product})

    async def available_dates_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Delivery days that have a forecast, newest first, as CSV (GET /forecasts/available-dates).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.LIST_AVAILABLE_DATES.as_csv(), {
            "market_id": market_id,
            "product": product,
            "locale": locale,
            "format": "csv",
        })

    async def scenarios(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        paths: int | None = None,
    ) -> _m.ScenarioSet:
        """Equally likely paths of prices (GET /forecasts/scenarios).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        paths: Number of paths; plans of the portfolio use 100
        """
        return await self._send(_r.GET_SCENARIOS, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "date_from": date_from,
            "date_to": date_to,
            "paths": paths,
        })

    async def scenarios_csv(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        paths: int | None = None,
    ) -> str:
        """Equally likely paths of prices, as CSV (GET /forecasts/scenarios).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        paths: Number of paths; plans of the portfolio use 100
        """
        return await self._send(_r.GET_SCENARIOS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "date_from": date_from,
            "date_to": date_to,
            "paths": paths,
            "format": "csv",
        })

    async def price_probabilities(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        thresholds: str | None = None,
        hours: int | None = None,
    ) -> _m.PriceProbabilities:
        """Probabilities of low prices, and of the cheapest and dearest hours (GET /forecasts/probabilities).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        thresholds: Prices whose probabilities are wanted, EUR/MWh, separated by commas
        hours: Hours of a day that are counted: together or in a row at or below a threshold, and how
            many cheapest and dearest ones are meant
        """
        return await self._send(_r.GET_PRICE_PROBABILITIES, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "date_from": date_from,
            "date_to": date_to,
            "thresholds": thresholds,
            "hours": hours,
        })

    async def price_probabilities_csv(
        self,
        *,
        market_id: str,
        product: Literal["da", "ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        thresholds: str | None = None,
        hours: int | None = None,
    ) -> str:
        """Probabilities of low prices, and of the cheapest and dearest hours, as CSV (GET
        /forecasts/probabilities).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        thresholds: Prices whose probabilities are wanted, EUR/MWh, separated by commas
        hours: Hours of a day that are counted: together or in a row at or below a threshold, and how
            many cheapest and dearest ones are meant
        """
        return await self._send(_r.GET_PRICE_PROBABILITIES.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "date_from": date_from,
            "date_to": date_to,
            "thresholds": thresholds,
            "hours": hours,
            "format": "csv",
        })

    async def spreads(
        self,
        *,
        market_id: str,
        product: Literal["ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        reference: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.SpreadSet:
        """Spreads of an intraday auction to an earlier one (GET /forecasts/spreads).

        market_id: Market identifier; GET /markets lists them
        product: Intraday auction whose spread is wanted
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        reference: Earlier auction that the spread is to: day-ahead (default) or an intraday one
            before `product`
        """
        return await self._send(_r.GET_SPREADS, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "date_from": date_from,
            "date_to": date_to,
            "reference": reference,
        })

    async def spreads_csv(
        self,
        *,
        market_id: str,
        product: Literal["ida1", "ida2", "ida3"],
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        reference: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> str:
        """Spreads of an intraday auction to an earlier one, as CSV (GET /forecasts/spreads).

        market_id: Market identifier; GET /markets lists them
        product: Intraday auction whose spread is wanted
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        reference: Earlier auction that the spread is to: day-ahead (default) or an intraday one
            before `product`
        """
        return await self._send(_r.GET_SPREADS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "date_from": date_from,
            "date_to": date_to,
            "reference": reference,
            "format": "csv",
        })

    async def zone_spreads(
        self,
        *,
        product: Literal["da", "ida1", "ida2", "ida3"],
        market_id: str | None = None,
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        against: Literal["es"] | None = None,
    ) -> _m.ZoneSpreadSet:
        """How far prices of Portugal are expected to lie from those of Spain (GET /forecasts/zone-spreads).

        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        market_id: Market whose prices are held against those of `against`
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        against: Market that the spread is to
        """
        return await self._send(_r.GET_ZONE_SPREADS, {
            "product": product,
            "market_id": market_id,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "date_from": date_from,
            "date_to": date_to,
            "against": against,
        })

    async def zone_spreads_csv(
        self,
        *,
        product: Literal["da", "ida1", "ida2", "ida3"],
        market_id: str | None = None,
        date: dt.date | str | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        against: Literal["es"] | None = None,
    ) -> str:
        """How far prices of Portugal are expected to lie from those of Spain, as CSV (GET
        /forecasts/zone-spreads).

        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        market_id: Market whose prices are held against those of `against`
        date: Delivery day in Europe/Madrid; instead of from and to
        from_: Start of the range, inclusive; needs to
        to: End of the range, exclusive; needs from
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        date_from: First delivery day, inclusive; with date_to
        date_to: Last delivery day, inclusive; with date_from
        against: Market that the spread is to
        """
        return await self._send(_r.GET_ZONE_SPREADS.as_csv(), {
            "product": product,
            "market_id": market_id,
            "date": date,
            "from": from_,
            "to": to,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "date_from": date_from,
            "date_to": date_to,
            "against": against,
            "format": "csv",
        })

    async def outlook(
        self,
        *,
        market_id: str,
        product: Literal["ida1", "ida2", "ida3"],
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
    ) -> _m.IntradayOutlook:
        """What to expect of an intraday auction before it has a forecast (GET /forecasts/outlook).

        market_id: Market identifier; GET /markets lists them
        product: Intraday auction that has no forecast of its own yet
        date: Delivery day in Europe/Madrid
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        """
        return await self._send(_r.GET_OUTLOOK, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "resolution": resolution,
            "as_of": as_of,
        })

    async def outlook_csv(
        self,
        *,
        market_id: str,
        product: Literal["ida1", "ida2", "ida3"],
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What to expect of an intraday auction before it has a forecast, as CSV (GET /forecasts/outlook).

        market_id: Market identifier; GET /markets lists them
        product: Intraday auction that has no forecast of its own yet
        date: Delivery day in Europe/Madrid
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_OUTLOOK.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "format": "csv",
        })

    async def intraday_outlook(
        self,
        *,
        date: dt.date | str,
        market_id: str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.GateOutlook:
        """The intraday auctions of a day as they look before the day-ahead gate (GET
        /forecasts/intraday-outlook).

        date: Delivery day in Europe/Madrid
        market_id: Market identifier; GET /markets lists them
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return await self._send(_r.GET_INTRADAY_OUTLOOK, {
            "date": date,
            "market_id": market_id,
            "resolution": resolution,
        })

    async def intraday_outlook_csv(
        self,
        *,
        date: dt.date | str,
        market_id: str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """The intraday auctions of a day as they look before the day-ahead gate, as CSV (GET
        /forecasts/intraday-outlook).

        date: Delivery day in Europe/Madrid
        market_id: Market identifier; GET /markets lists them
        resolution: Length of the delivery periods: hours (default) or quarter hours
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_INTRADAY_OUTLOOK.as_csv(), {
            "date": date,
            "market_id": market_id,
            "resolution": resolution,
            "locale": locale,
            "format": "csv",
        })

    async def runs(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        date: dt.date | str | None = None,
        issued_from: dt.datetime | str | None = None,
        as_of: dt.datetime | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.ForecastRunList:
        """Forecast runs, newest first (GET /forecasts/runs).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Only runs that cover this delivery day
        issued_from: Only runs issued at or after this moment
        as_of: Answer as it was at this moment: runs issued later are left out
        page: Page, from 1
        page_size: Records a page
        """
        return await self._send(_r.LIST_FORECAST_RUNS, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "issued_from": issued_from,
            "as_of": as_of,
            "page": page,
            "page_size": page_size,
        })

    async def runs_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        date: dt.date | str | None = None,
        issued_from: dt.datetime | str | None = None,
        as_of: dt.datetime | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Forecast runs, newest first, as CSV (GET /forecasts/runs).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: Only runs that cover this delivery day
        issued_from: Only runs issued at or after this moment
        as_of: Answer as it was at this moment: runs issued later are left out
        page: Page, from 1
        page_size: Records a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.LIST_FORECAST_RUNS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "date": date,
            "issued_from": issued_from,
            "as_of": as_of,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    async def run(
        self,
        forecast_id: str,
        *,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
    ) -> _m.ForecastRun:
        """One forecast run with its whole horizon (GET /forecasts/runs/{forecast_id}).

        forecast_id: Identifier of the run
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        """
        return await self._send(_r.GET_FORECAST_RUN, {
            "forecast_id": forecast_id,
            "resolution": resolution,
            "quantiles": quantiles,
        })

    async def run_csv(
        self,
        forecast_id: str,
        *,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """One forecast run with its whole horizon, as CSV (GET /forecasts/runs/{forecast_id}).

        forecast_id: Identifier of the run
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_FORECAST_RUN.as_csv(), {
            "forecast_id": forecast_id,
            "resolution": resolution,
            "quantiles": quantiles,
            "locale": locale,
            "format": "csv",
        })

    async def evolution(
        self,
        *,
        delivery: dt.datetime | str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
    ) -> _m.ForecastEvolution:
        """One delivery hour or quarter over successive runs (GET /forecasts/evolution).

        delivery: Any instant of the delivery period
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        """
        return await self._send(_r.GET_FORECAST_EVOLUTION, {
            "delivery": delivery,
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
            "as_of": as_of,
        })

    async def evolution_csv(
        self,
        *,
        delivery: dt.datetime | str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        as_of: dt.datetime | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """One delivery hour or quarter over successive runs, as CSV (GET /forecasts/evolution).

        delivery: Any instant of the delivery period
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        as_of: Answer as it was at this moment: runs issued later are left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_FORECAST_EVOLUTION.as_csv(), {
            "delivery": delivery,
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
            "as_of": as_of,
            "locale": locale,
            "format": "csv",
        })

    async def difference(
        self,
        *,
        from_run: str,
        to_run: str,
        date: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.ForecastDifference:
        """What differs between two forecast runs, and why (GET /forecasts/diff).

        from_run: Identifier of the first run; GET /forecasts/runs lists them
        to_run: Identifier of the second run; GET /forecasts/runs lists them
        date: One delivery day instead of all that both runs cover
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return await self._send(_r.GET_FORECAST_DIFFERENCE, {
            "from_run": from_run,
            "to_run": to_run,
            "date": date,
            "resolution": resolution,
        })

    async def difference_csv(
        self,
        *,
        from_run: str,
        to_run: str,
        date: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What differs between two forecast runs, and why, as CSV (GET /forecasts/diff).

        from_run: Identifier of the first run; GET /forecasts/runs lists them
        to_run: Identifier of the second run; GET /forecasts/runs lists them
        date: One delivery day instead of all that both runs cover
        resolution: Length of the delivery periods: hours (default) or quarter hours
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_FORECAST_DIFFERENCE.as_csv(), {
            "from_run": from_run,
            "to_run": to_run,
            "date": date,
            "resolution": resolution,
            "locale": locale,
            "format": "csv",
        })

    async def schedule(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.ForecastSchedule:
        """When the next run of each product is due, how late the last one was, and what is late now (GET
        /forecasts/schedule).

        market_id: Market identifier; GET /markets lists them
        product: Only this market product; those of the subscription when it is left out
        """
        return await self._send(_r.GET_FORECAST_SCHEDULE, {"market_id": market_id, "product": product})

    async def schedule_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """When the next run of each product is due, how late the last one was, and what is late now, as CSV
        (GET /forecasts/schedule).

        market_id: Market identifier; GET /markets lists them
        product: Only this market product; those of the subscription when it is left out
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_FORECAST_SCHEDULE.as_csv(), {
            "market_id": market_id,
            "product": product,
            "locale": locale,
            "format": "csv",
        })

    async def series(
        self,
        *,
        issued_before: str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        days_ahead: int | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
    ) -> _m.ForecastSeries:
        """For each delivery day the forecast that was valid at a time of day before it (GET
        /forecasts/series).

        issued_before: Time in Madrid before which a run had been published; one that occurs twice
            counts as its first
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        days_ahead: How many days before each delivery day the time is: 0 is that day itself
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        """
        return await self._send(_r.GET_FORECAST_SERIES, {
            "issued_before": issued_before,
            "market_id": market_id,
            "product": product,
            "days_ahead": days_ahead,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "resolution": resolution,
            "quantiles": quantiles,
        })

    async def series_csv(
        self,
        *,
        issued_before: str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        days_ahead: int | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """For each delivery day the forecast that was valid at a time of day before it, as CSV (GET
        /forecasts/series).

        issued_before: Time in Madrid before which a run had been published; one that occurs twice
            counts as its first
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        days_ahead: How many days before each delivery day the time is: 0 is that day itself
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_FORECAST_SERIES.as_csv(), {
            "issued_before": issued_before,
            "market_id": market_id,
            "product": product,
            "days_ahead": days_ahead,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "resolution": resolution,
            "quantiles": quantiles,
            "locale": locale,
            "format": "csv",
        })

    async def day_ahead(self, *, date: dt.date | str, hour: int | None = None) -> _m.DayAheadForecast:
        """Day-ahead forecast of a delivery day by local hour (GET /forecasts/day-ahead).

        date: Delivery day in Europe/Madrid
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        """
        return await self._send(_r.GET_DAY_AHEAD_FORECAST, {"date": date, "hour": hour})

    async def day_ahead_csv(
        self,
        *,
        date: dt.date | str,
        hour: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Day-ahead forecast of a delivery day by local hour, as CSV (GET /forecasts/day-ahead).

        date: Delivery day in Europe/Madrid
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_DAY_AHEAD_FORECAST.as_csv(), {
            "date": date,
            "hour": hour,
            "locale": locale,
            "format": "csv",
        })

    async def intraday(
        self,
        session: int,
        *,
        date: dt.date | str,
        hour: int | None = None,
    ) -> _m.IntradayForecast:
        """Intraday forecast of a session by local hour (GET /forecasts/intraday/{session}).

        date: Delivery day in Europe/Madrid
        session: Intraday session
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        """
        return await self._send(_r.GET_INTRADAY_FORECAST, {"date": date, "session": session, "hour": hour})

    async def intraday_csv(
        self,
        session: int,
        *,
        date: dt.date | str,
        hour: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Intraday forecast of a session by local hour, as CSV (GET /forecasts/intraday/{session}).

        date: Delivery day in Europe/Madrid
        session: Intraday session
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_INTRADAY_FORECAST.as_csv(), {
            "date": date,
            "session": session,
            "hour": hour,
            "locale": locale,
            "format": "csv",
        })

    async def what_if(
        self,
        *,
        shifts: Sequence[_m.InputShiftInput],
        market_id: str | None = None,
        product: Literal["da"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.WhatIf:
        """What the current day-ahead forecast would be with other wind, sun, load or gas (POST
        /forecasts/what-if).

        shifts: What is supposed, 20 shifts at most, one after the other
        market_id: Market identifier; GET /markets lists them
        product: Market product: the day-ahead auction
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return await self._send(_r.GET_WHAT_IF, {
            "shifts": shifts,
            "market_id": market_id,
            "product": product,
            "resolution": resolution,
        })


class Exports:
    """`Lonja.exports`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def prices(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        as_of: dt.datetime | str | None = None,
        files: Literal["parquet", "csv.gz"] | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.ExportManifest:
        """Years of cleared prices as files (GET /exports/prices).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        as_of: Export what was known at this moment (default: now): values published later are left
            out, so that a file can be had again
        files: Of a manifest: list only files of this form, in half the time (default: both)
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return self._send(_r.GET_PRICES_EXPORT, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "as_of": as_of,
            "files": files,
            "product": product,
            "resolution": resolution,
        })

    def forecasts(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        as_of: dt.datetime | str | None = None,
        files: Literal["parquet", "csv.gz"] | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        days_ahead: int | None = None,
        issued_before: str | None = None,
        quantiles: str | None = None,
    ) -> _m.ExportManifest:
        """Years of forecasts as files (GET /exports/forecasts).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        as_of: Export what was known at this moment (default: now): values published later are left
            out, so that a file can be had again
        files: Of a manifest: list only files of this form, in half the time (default: both)
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        days_ahead: How many days before each delivery day the time is (default: as many as the
            auction's gate closes before it)
        issued_before: Time in Madrid before which a run had been published (default: when the gate
            closes)
        quantiles: Quantiles of every period, in percent, a column each: `q5`, and `q2_5` for 2.5
        """
        return self._send(_r.GET_FORECASTS_EXPORT, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "as_of": as_of,
            "files": files,
            "product": product,
            "resolution": resolution,
            "days_ahead": days_ahead,
            "issued_before": issued_before,
            "quantiles": quantiles,
        })

    def fundamentals(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        as_of: dt.datetime | str | None = None,
        files: Literal["parquet", "csv.gz"] | None = None,
    ) -> _m.ExportManifest:
        """Years of load, generation and cross-border flow as files (GET /exports/fundamentals).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        as_of: Export what was known at this moment (default: now): values published later are left
            out, so that a file can be had again
        files: Of a manifest: list only files of this form, in half the time (default: both)
        """
        return self._send(_r.GET_FUNDAMENTALS_EXPORT, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "as_of": as_of,
            "files": files,
        })

    def accuracy(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        as_of: dt.datetime | str | None = None,
        files: Literal["parquet", "csv.gz"] | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        cutoff: str | None = None,
    ) -> _m.ExportManifest:
        """Years of forecasts beside the prices that cleared as files (GET /exports/accuracy).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        as_of: Export what was known at this moment (default: now): values published later are left
            out, so that a file can be had again
        files: Of a manifest: list only files of this form, in half the time (default: both)
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        """
        return self._send(_r.GET_ACCURACY_EXPORT, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "as_of": as_of,
            "files": files,
            "product": product,
            "cutoff": cutoff,
        })


class AsyncExports:
    """`AsyncLonja.exports`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def prices(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        as_of: dt.datetime | str | None = None,
        files: Literal["parquet", "csv.gz"] | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.ExportManifest:
        """Years of cleared prices as files (GET /exports/prices).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        as_of: Export what was known at this moment (default: now): values published later are left
            out, so that a file can be had again
        files: Of a manifest: list only files of this form, in half the time (default: both)
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return await self._send(_r.GET_PRICES_EXPORT, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "as_of": as_of,
            "files": files,
            "product": product,
            "resolution": resolution,
        })

    async def forecasts(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        as_of: dt.datetime | str | None = None,
        files: Literal["parquet", "csv.gz"] | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        days_ahead: int | None = None,
        issued_before: str | None = None,
        quantiles: str | None = None,
    ) -> _m.ExportManifest:
        """Years of forecasts as files (GET /exports/forecasts).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        as_of: Export what was known at this moment (default: now): values published later are left
            out, so that a file can be had again
        files: Of a manifest: list only files of this form, in half the time (default: both)
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Length of the delivery periods: hours (default) or quarter hours
        days_ahead: How many days before each delivery day the time is (default: as many as the
            auction's gate closes before it)
        issued_before: Time in Madrid before which a run had been published (default: when the gate
            closes)
        quantiles: Quantiles of every period, in percent, a column each: `q5`, and `q2_5` for 2.5
        """
        return await self._send(_r.GET_FORECASTS_EXPORT, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "as_of": as_of,
            "files": files,
            "product": product,
            "resolution": resolution,
            "days_ahead": days_ahead,
            "issued_before": issued_before,
            "quantiles": quantiles,
        })

    async def fundamentals(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        as_of: dt.datetime | str | None = None,
        files: Literal["parquet", "csv.gz"] | None = None,
    ) -> _m.ExportManifest:
        """Years of load, generation and cross-border flow as files (GET /exports/fundamentals).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        as_of: Export what was known at this moment (default: now): values published later are left
            out, so that a file can be had again
        files: Of a manifest: list only files of this form, in half the time (default: both)
        """
        return await self._send(_r.GET_FUNDAMENTALS_EXPORT, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "as_of": as_of,
            "files": files,
        })

    async def accuracy(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        as_of: dt.datetime | str | None = None,
        files: Literal["parquet", "csv.gz"] | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        cutoff: str | None = None,
    ) -> _m.ExportManifest:
        """Years of forecasts beside the prices that cleared as files (GET /exports/accuracy).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        as_of: Export what was known at this moment (default: now): values published later are left
            out, so that a file can be had again
        files: Of a manifest: list only files of this form, in half the time (default: both)
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        """
        return await self._send(_r.GET_ACCURACY_EXPORT, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "as_of": as_of,
            "files": files,
            "product": product,
            "cutoff": cutoff,
        })


class MarketData:
    """`Lonja.market_data`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def prices(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        hour: int | None = None,
        page: int | None = None,
        page_size: int | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.PricePage:
        """Cleared prices (GET /market/prices).

        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive; at most 90 days after date_from
        market_id: Market identifier; GET /markets lists them
        market: Auction
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        page: Page, from 1
        page_size: Records a page
        resolution: PT1H: hourly prices, the plain mean of the quarter hours where the auction cleared
            in quarters. PT15M: quarter-hour prices; the quarters of an hour that cleared as a whole
            repeat its price
        """
        return self._send(_r.LIST_PRICES, {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "hour": hour,
            "page": page,
            "page_size": page_size,
            "resolution": resolution,
        })

    def prices_csv(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        hour: int | None = None,
        page: int | None = None,
        page_size: int | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Cleared prices, as CSV (GET /market/prices).

        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive; at most 90 days after date_from
        market_id: Market identifier; GET /markets lists them
        market: Auction
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        page: Page, from 1
        page_size: Records a page
        resolution: PT1H: hourly prices, the plain mean of the quarter hours where the auction cleared
            in quarters. PT15M: quarter-hour prices; the quarters of an hour that cleared as a whole
            repeat its price
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.LIST_PRICES.as_csv(), {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "hour": hour,
            "page": page,
            "page_size": page_size,
            "resolution": resolution,
            "locale": locale,
            "format": "csv",
        })

    def curves(self, *, date: dt.date | str) -> _m.Curves:
        """How the day-ahead price of Spain would have moved with more or less to supply (GET
        /market/curves).

        date: Delivery day in Europe/Madrid
        """
        return self._send(_r.GET_CURVES, {"date": date})

    def curves_csv(
        self,
        *,
        date: dt.date | str,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """How the day-ahead price of Spain would have moved with more or less to supply, as CSV (GET
        /market/curves).

        date: Delivery day in Europe/Madrid
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_CURVES.as_csv(), {"date": date, "locale": locale, "format": "csv"})

    def fundamentals(self, *, date: dt.date | str, hour: int | None = None) -> _m.Fundamentals:
        """Load, generation by source and cross-border flow of a day (GET /market/fundamentals).

        date: Delivery day in Europe/Madrid: past, current or up to 7 days ahead
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        """
        return self._send(_r.GET_FUNDAMENTALS, {"date": date, "hour": hour})

    def fundamentals_csv(
        self,
        *,
        date: dt.date | str,
        hour: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Load, generation by source and cross-border flow of a day, as CSV (GET /market/fundamentals).

        date: Delivery day in Europe/Madrid: past, current or up to 7 days ahead
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_FUNDAMENTALS.as_csv(), {
            "date": date,
            "hour": hour,
            "locale": locale,
            "format": "csv",
        })


class AsyncMarketData:
    """`AsyncLonja.market_data`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def prices(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        hour: int | None = None,
        page: int | None = None,
        page_size: int | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.PricePage:
        """Cleared prices (GET /market/prices).

        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive; at most 90 days after date_from
        market_id: Market identifier; GET /markets lists them
        market: Auction
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        page: Page, from 1
        page_size: Records a page
        resolution: PT1H: hourly prices, the plain mean of the quarter hours where the auction cleared
            in quarters. PT15M: quarter-hour prices; the quarters of an hour that cleared as a whole
            repeat its price
        """
        return await self._send(_r.LIST_PRICES, {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "hour": hour,
            "page": page,
            "page_size": page_size,
            "resolution": resolution,
        })

    async def prices_csv(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        hour: int | None = None,
        page: int | None = None,
        page_size: int | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Cleared prices, as CSV (GET /market/prices).

        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive; at most 90 days after date_from
        market_id: Market identifier; GET /markets lists them
        market: Auction
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        page: Page, from 1
        page_size: Records a page
        resolution: PT1H: hourly prices, the plain mean of the quarter hours where the auction cleared
            in quarters. PT15M: quarter-hour prices; the quarters of an hour that cleared as a whole
            repeat its price
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.LIST_PRICES.as_csv(), {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "hour": hour,
            "page": page,
            "page_size": page_size,
            "resolution": resolution,
            "locale": locale,
            "format": "csv",
        })

    async def curves(self, *, date: dt.date | str) -> _m.Curves:
        """How the day-ahead price of Spain would have moved with more or less to supply (GET
        /market/curves).

        date: Delivery day in Europe/Madrid
        """
        return await self._send(_r.GET_CURVES, {"date": date})

    async def curves_csv(
        self,
        *,
        date: dt.date | str,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """How the day-ahead price of Spain would have moved with more or less to supply, as CSV (GET
        /market/curves).

        date: Delivery day in Europe/Madrid
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_CURVES.as_csv(), {"date": date, "locale": locale, "format": "csv"})

    async def fundamentals(self, *, date: dt.date | str, hour: int | None = None) -> _m.Fundamentals:
        """Load, generation by source and cross-border flow of a day (GET /market/fundamentals).

        date: Delivery day in Europe/Madrid: past, current or up to 7 days ahead
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        """
        return await self._send(_r.GET_FUNDAMENTALS, {"date": date, "hour": hour})

    async def fundamentals_csv(
        self,
        *,
        date: dt.date | str,
        hour: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Load, generation by source and cross-border flow of a day, as CSV (GET /market/fundamentals).

        date: Delivery day in Europe/Madrid: past, current or up to 7 days ahead
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_FUNDAMENTALS.as_csv(), {
            "date": date,
            "hour": hour,
            "locale": locale,
            "format": "csv",
        })


class Accuracy:
    """`Lonja.accuracy`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        hour: int | None = None,
        model_version: str | None = None,
        cutoff: str | None = None,
    ) -> _m.Accuracy:
        """Error of the forecasts against the prices that cleared (GET /metrics/accuracy).

        date_from: First delivery day, inclusive; earlier than date_to
        date_to: Last delivery day, inclusive; at most 90 days after date_from
        market_id: Market identifier; GET /markets lists them
        market: Auction
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        model_version: Count forecasts of this model version only
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        """
        return self._send(_r.GET_ACCURACY, {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "hour": hour,
            "model_version": model_version,
            "cutoff": cutoff,
        })

    def get_csv(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        hour: int | None = None,
        model_version: str | None = None,
        cutoff: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Error of the forecasts against the prices that cleared, as CSV (GET /metrics/accuracy).

        date_from: First delivery day, inclusive; earlier than date_to
        date_to: Last delivery day, inclusive; at most 90 days after date_from
        market_id: Market identifier; GET /markets lists them
        market: Auction
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        model_version: Count forecasts of this model version only
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_ACCURACY.as_csv(), {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "hour": hour,
            "model_version": model_version,
            "cutoff": cutoff,
            "locale": locale,
            "format": "csv",
        })

    def model_performance(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        cutoff: str | None = None,
    ) -> _m.ModelPerformance:
        """Accuracy of each model version on the days on which it was active (GET
        /metrics/model-performance).

        date_from: First delivery day, inclusive; earlier than date_to
        date_to: Last delivery day, inclusive
        market_id: Market identifier; GET /markets lists them
        market: Auction
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        """
        return self._send(_r.GET_MODEL_PERFORMANCE, {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "cutoff": cutoff,
        })

    def model_performance_csv(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        cutoff: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Accuracy of each model version on the days on which it was active, as CSV (GET
        /metrics/model-performance).

        date_from: First delivery day, inclusive; earlier than date_to
        date_to: Last delivery day, inclusive
        market_id: Market identifier; GET /markets lists them
        market: Auction
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_MODEL_PERFORMANCE.as_csv(), {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "cutoff": cutoff,
            "locale": locale,
            "format": "csv",
        })


class AsyncAccuracy:
    """`AsyncLonja.accuracy`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        hour: int | None = None,
        model_version: str | None = None,
        cutoff: str | None = None,
    ) -> _m.Accuracy:
        """Error of the forecasts against the prices that cleared (GET /metrics/accuracy).

        date_from: First delivery day, inclusive; earlier than date_to
        date_to: Last delivery day, inclusive; at most 90 days after date_from
        market_id: Market identifier; GET /markets lists them
        market: Auction
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        model_version: Count forecasts of this model version only
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        """
        return await self._send(_r.GET_ACCURACY, {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "hour": hour,
            "model_version": model_version,
            "cutoff": cutoff,
        })

    async def get_csv(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        hour: int | None = None,
        model_version: str | None = None,
        cutoff: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Error of the forecasts against the prices that cleared, as CSV (GET /metrics/accuracy).

        date_from: First delivery day, inclusive; earlier than date_to
        date_to: Last delivery day, inclusive; at most 90 days after date_from
        market_id: Market identifier; GET /markets lists them
        market: Auction
        hour: Local hour 0-23 in Europe/Madrid in which the delivery hour starts
        model_version: Count forecasts of this model version only
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_ACCURACY.as_csv(), {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "hour": hour,
            "model_version": model_version,
            "cutoff": cutoff,
            "locale": locale,
            "format": "csv",
        })

    async def model_performance(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        cutoff: str | None = None,
    ) -> _m.ModelPerformance:
        """Accuracy of each model version on the days on which it was active (GET
        /metrics/model-performance).

        date_from: First delivery day, inclusive; earlier than date_to
        date_to: Last delivery day, inclusive
        market_id: Market identifier; GET /markets lists them
        market: Auction
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        """
        return await self._send(_r.GET_MODEL_PERFORMANCE, {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "cutoff": cutoff,
        })

    async def model_performance_csv(
        self,
        *,
        date_from: dt.date | str,
        date_to: dt.date | str,
        market_id: str | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        cutoff: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Accuracy of each model version on the days on which it was active, as CSV (GET
        /metrics/model-performance).

        date_from: First delivery day, inclusive; earlier than date_to
        date_to: Last delivery day, inclusive
        market_id: Market identifier; GET /markets lists them
        market: Auction
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_MODEL_PERFORMANCE.as_csv(), {
            "date_from": date_from,
            "date_to": date_to,
            "market_id": market_id,
            "market": market,
            "cutoff": cutoff,
            "locale": locale,
            "format": "csv",
        })


class Statistics:
    """`Lonja.statistics`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def accuracy(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None = None,
        cutoff: str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        model_version: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.AccuracyStatistics:
        """Every error figure of the forecasts, by hour, weekday, lead day, price level or model version (GET
        /statistics/accuracy).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was
            the last before the auction, 2 the run that was the last a day earlier, and so on;
            `price_level` is the mean price of the delivery day
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        model_version: Count forecasts of this model version only
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.GET_ACCURACY_STATISTICS, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "cutoff": cutoff,
            "basis": basis,
            "model_version": model_version,
            "page": page,
            "page_size": page_size,
        })

    def accuracy_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None = None,
        cutoff: str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        model_version: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Every error figure of the forecasts, by hour, weekday, lead day, price level or model version, as
        CSV (GET /statistics/accuracy).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was
            the last before the auction, 2 the run that was the last a day earlier, and so on;
            `price_level` is the mean price of the delivery day
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        model_version: Count forecasts of this model version only
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_ACCURACY_STATISTICS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "cutoff": cutoff,
            "basis": basis,
            "model_version": model_version,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    def calibration(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None = None,
        cutoff: str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        model_version: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.CalibrationStatistics:
        """How often prices lay below each quantile, by hour, weekday, lead day or model version (GET
        /statistics/calibration).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was
            the last before the auction, 2 the run that was the last a day earlier, and so on;
            `price_level` is the mean price of the delivery day
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        model_version: Count forecasts of this model version only
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.GET_CALIBRATION_STATISTICS, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "cutoff": cutoff,
            "basis": basis,
            "model_version": model_version,
            "page": page,
            "page_size": page_size,
        })

    def calibration_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None = None,
        cutoff: str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        model_version: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """How often prices lay below each quantile, by hour, weekday, lead day or model version, as CSV (GET
        /statistics/calibration).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was
            the last before the auction, 2 the run that was the last a day earlier, and so on;
            `price_level` is the mean price of the delivery day
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        model_version: Count forecasts of this model version only
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_CALIBRATION_STATISTICS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "cutoff": cutoff,
            "basis": basis,
            "model_version": model_version,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    def price(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["day", "week", "month", "year"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.PriceStatistics:
        """Mean, extremes, base, peak, spread and capture prices by day, week, month or year (GET
        /statistics/prices).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: Length of the periods that figures are given for
        resolution: What lowest and highest, spread and hours below zero are taken from: quarter
            hours, as the market clears (an hour that cleared as one has four equal ones), or hourly means
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.GET_PRICE_STATISTICS, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "resolution": resolution,
            "page": page,
            "page_size": page_size,
        })

    def price_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["day", "week", "month", "year"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Mean, extremes, base, peak, spread and capture prices by day, week, month or year, as CSV (GET
        /statistics/prices).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: Length of the periods that figures are given for
        resolution: What lowest and highest, spread and hours below zero are taken from: quarter
            hours, as the market clears (an hour that cleared as one has four equal ones), or hourly means
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_PRICE_STATISTICS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "resolution": resolution,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    def battery(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
    ) -> _m.BatteryStatistics:
        """What a battery earns by the forecasts, between a floor that needs none and prices known (GET
        /statistics/battery).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        """
        return self._send(_r.GET_BATTERY_STATISTICS, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "basis": basis,
        })

    def battery_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What a battery earns by the forecasts, between a floor that needs none and prices known, as CSV
        (GET /statistics/battery).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_BATTERY_STATISTICS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "basis": basis,
            "locale": locale,
            "format": "csv",
        })

    def fundamentals(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.FundamentalsStatistics:
        """Errors of the own forecasts of load, generation and exchange, by days ahead (GET
        /statistics/fundamentals).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.GET_FUNDAMENTALS_STATISTICS, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
        })

    def fundamentals_csv(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Errors of the own forecasts of load, generation and exchange, by days ahead, as CSV (GET
        /statistics/fundamentals).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_FUNDAMENTALS_STATISTICS.as_csv(), {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })


class AsyncStatistics:
    """`AsyncLonja.statistics`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def accuracy(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None = None,
        cutoff: str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        model_version: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.AccuracyStatistics:
        """Every error figure of the forecasts, by hour, weekday, lead day, price level or model version (GET
        /statistics/accuracy).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was
            the last before the auction, 2 the run that was the last a day earlier, and so on;
            `price_level` is the mean price of the delivery day
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        model_version: Count forecasts of this model version only
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.GET_ACCURACY_STATISTICS, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "cutoff": cutoff,
            "basis": basis,
            "model_version": model_version,
            "page": page,
            "page_size": page_size,
        })

    async def accuracy_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None = None,
        cutoff: str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        model_version: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Every error figure of the forecasts, by hour, weekday, lead day, price level or model version, as
        CSV (GET /statistics/accuracy).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was
            the last before the auction, 2 the run that was the last a day earlier, and so on;
            `price_level` is the mean price of the delivery day
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        model_version: Count forecasts of this model version only
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_ACCURACY_STATISTICS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "cutoff": cutoff,
            "basis": basis,
            "model_version": model_version,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    async def calibration(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None = None,
        cutoff: str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        model_version: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.CalibrationStatistics:
        """How often prices lay below each quantile, by hour, weekday, lead day or model version (GET
        /statistics/calibration).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was
            the last before the auction, 2 the run that was the last a day earlier, and so on;
            `price_level` is the mean price of the delivery day
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        model_version: Count forecasts of this model version only
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.GET_CALIBRATION_STATISTICS, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "cutoff": cutoff,
            "basis": basis,
            "model_version": model_version,
            "page": page,
            "page_size": page_size,
        })

    async def calibration_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["hour", "weekday", "day", "week", "month", "year", "lead_day", "model_version", "price_level"] | None = None,
        cutoff: str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        model_version: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """How often prices lay below each quantile, by hour, weekday, lead day or model version, as CSV (GET
        /statistics/calibration).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was
            the last before the auction, 2 the run that was the last a day earlier, and so on;
            `price_level` is the mean price of the delivery day
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        model_version: Count forecasts of this model version only
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_CALIBRATION_STATISTICS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "cutoff": cutoff,
            "basis": basis,
            "model_version": model_version,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    async def price(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["day", "week", "month", "year"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.PriceStatistics:
        """Mean, extremes, base, peak, spread and capture prices by day, week, month or year (GET
        /statistics/prices).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: Length of the periods that figures are given for
        resolution: What lowest and highest, spread and hours below zero are taken from: quarter
            hours, as the market clears (an hour that cleared as one has four equal ones), or hourly means
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.GET_PRICE_STATISTICS, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "resolution": resolution,
            "page": page,
            "page_size": page_size,
        })

    async def price_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["day", "week", "month", "year"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Mean, extremes, base, peak, spread and capture prices by day, week, month or year, as CSV (GET
        /statistics/prices).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: Length of the periods that figures are given for
        resolution: What lowest and highest, spread and hours below zero are taken from: quarter
            hours, as the market clears (an hour that cleared as one has four equal ones), or hourly means
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_PRICE_STATISTICS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "resolution": resolution,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    async def battery(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
    ) -> _m.BatteryStatistics:
        """What a battery earns by the forecasts, between a floor that needs none and prices known (GET
        /statistics/battery).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        """
        return await self._send(_r.GET_BATTERY_STATISTICS, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "basis": basis,
        })

    async def battery_csv(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What a battery earns by the forecasts, between a floor that needs none and prices known, as CSV
        (GET /statistics/battery).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_BATTERY_STATISTICS.as_csv(), {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "basis": basis,
            "locale": locale,
            "format": "csv",
        })

    async def fundamentals(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.FundamentalsStatistics:
        """Errors of the own forecasts of load, generation and exchange, by days ahead (GET
        /statistics/fundamentals).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.GET_FUNDAMENTALS_STATISTICS, {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
        })

    async def fundamentals_csv(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Errors of the own forecasts of load, generation and exchange, by days ahead, as CSV (GET
        /statistics/fundamentals).

        market_id: Market identifier; GET /markets lists them
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_FUNDAMENTALS_STATISTICS.as_csv(), {
            "market_id": market_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })


class Integrations:
    """`Lonja.integrations`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def home_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
    ) -> _m.HomeTariff:
        """Prices of a home bill with their bounds (GET /integrations/tariff).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead, counted from the period that runs now; fewer where the forecast ends
            before
        resolution: Length of the periods
        """
        return self._send(_r.GET_HOME_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "resolution": resolution,
        })

    def evcc_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
    ) -> _m.EvccTariff:
        """Tariff for evcc (GET /integrations/evcc).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead, counted from the period that runs now; fewer where the forecast ends
            before
        resolution: Length of the periods
        """
        return self._send(_r.GET_EVCC_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "resolution": resolution,
        })

    def home_assistant_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
        form: Literal["full", "compact"] | None = None,
    ) -> _m.HomeAssistantTariff:
        """Tariff for a REST sensor of Home Assistant (GET /integrations/home-assistant).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead; absent: 144 periods, whose list stays below the 16,384 bytes of attributes
            that Home Assistant records, or 168 hours in the compact form
        resolution: Length of the periods
        form: `compact`: `values` with one number for each period, and `prices` empty
        """
        return self._send(_r.GET_HOME_ASSISTANT_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "resolution": resolution,
            "form": form,
        })

    def predbat_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
    ) -> _m.PredbatTariff:
        """Tariff for Predbat, by a REST sensor of Home Assistant (GET /integrations/predbat).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead; absent: 48, of quarter hours 24
        resolution: Length of the periods
        """
        return self._send(_r.GET_PREDBAT_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "resolution": resolution,
        })

    def emhass_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        battery_hours: str | None = None,
        battery_efficiency: str | None = None,
        soc_init: str | None = None,
        soc_min: str | None = None,
        soc_max: str | None = None,
        step: Literal["PT15M", "PT30M", "PT1H"] | None = None,
        feed_in: str | None = None,
    ) -> _m.EmhassTariff:
        """Price forecasts as runtime parameters of EMHASS (GET /integrations/emhass).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead; absent: until the same local time tomorrow, 23 or 25 hours across a clock
            change
        battery_hours: Hours in which as much as the battery holds passes the meter, charged or used
            by the home
        battery_efficiency: Share of the energy that is left, one way; both EMHASS and the optimiser
            of evcc take 0.95 where nothing is set
        soc_init: Charge of the battery now: the answer has `soc_final` then, by the 24 hours after
            the horizon, 0 to 1
        soc_min: EMHASS's `battery_minimum_state_of_charge`, 0 to 1
        soc_max: EMHASS's `battery_maximum_state_of_charge`, 0 to 1
        step: EMHASS's `optimization_time_step`; its own default is half an hour
        feed_in: Added to the market price for what is sold, EUR/kWh; the price for it has no tax
        """
        return self._send(_r.GET_EMHASS_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "battery_hours": battery_hours,
            "battery_efficiency": battery_efficiency,
            "soc_init": soc_init,
            "soc_min": soc_min,
            "soc_max": soc_max,
            "step": step,
            "feed_in": feed_in,
        })

    def evcc_optimizer_input(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        battery_hours: str | None = None,
        battery_efficiency: str | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
        feed_in: str | None = None,
    ) -> _m.EvccOptimizerInput:
        """Prices and the value of stored energy for the optimiser of evcc (GET
        /integrations/evcc-optimizer).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead that are optimised; the value of what is left comes from the 24 hours after
            them
        battery_hours: Hours in which as much as the battery holds passes the meter, charged or used
            by the home
        battery_efficiency: Share of the energy that is left, one way; both EMHASS and the optimiser
            of evcc take 0.95 where nothing is set
        resolution: Length of the periods
        feed_in: Added to the market price for what is sold, EUR/kWh; the price for it has no tax
        """
        return self._send(_r.GET_EVCC_OPTIMIZER_INPUT, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "battery_hours": battery_hours,
            "battery_efficiency": battery_efficiency,
            "resolution": resolution,
            "feed_in": feed_in,
        })


class AsyncIntegrations:
    """`AsyncLonja.integrations`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def home_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
    ) -> _m.HomeTariff:
        """Prices of a home bill with their bounds (GET /integrations/tariff).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead, counted from the period that runs now; fewer where the forecast ends
            before
        resolution: Length of the periods
        """
        return await self._send(_r.GET_HOME_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "resolution": resolution,
        })

    async def evcc_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
    ) -> _m.EvccTariff:
        """Tariff for evcc (GET /integrations/evcc).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead, counted from the period that runs now; fewer where the forecast ends
            before
        resolution: Length of the periods
        """
        return await self._send(_r.GET_EVCC_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "resolution": resolution,
        })

    async def home_assistant_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
        form: Literal["full", "compact"] | None = None,
    ) -> _m.HomeAssistantTariff:
        """Tariff for a REST sensor of Home Assistant (GET /integrations/home-assistant).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead; absent: 144 periods, whose list stays below the 16,384 bytes of attributes
            that Home Assistant records, or 168 hours in the compact form
        resolution: Length of the periods
        form: `compact`: `values` with one number for each period, and `prices` empty
        """
        return await self._send(_r.GET_HOME_ASSISTANT_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "resolution": resolution,
            "form": form,
        })

    async def predbat_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
    ) -> _m.PredbatTariff:
        """Tariff for Predbat, by a REST sensor of Home Assistant (GET /integrations/predbat).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead; absent: 48, of quarter hours 24
        resolution: Length of the periods
        """
        return await self._send(_r.GET_PREDBAT_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "resolution": resolution,
        })

    async def emhass_tariff(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        battery_hours: str | None = None,
        battery_efficiency: str | None = None,
        soc_init: str | None = None,
        soc_min: str | None = None,
        soc_max: str | None = None,
        step: Literal["PT15M", "PT30M", "PT1H"] | None = None,
        feed_in: str | None = None,
    ) -> _m.EmhassTariff:
        """Price forecasts as runtime parameters of EMHASS (GET /integrations/emhass).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead; absent: until the same local time tomorrow, 23 or 25 hours across a clock
            change
        battery_hours: Hours in which as much as the battery holds passes the meter, charged or used
            by the home
        battery_efficiency: Share of the energy that is left, one way; both EMHASS and the optimiser
            of evcc take 0.95 where nothing is set
        soc_init: Charge of the battery now: the answer has `soc_final` then, by the 24 hours after
            the horizon, 0 to 1
        soc_min: EMHASS's `battery_minimum_state_of_charge`, 0 to 1
        soc_max: EMHASS's `battery_maximum_state_of_charge`, 0 to 1
        step: EMHASS's `optimization_time_step`; its own default is half an hour
        feed_in: Added to the market price for what is sold, EUR/kWh; the price for it has no tax
        """
        return await self._send(_r.GET_EMHASS_TARIFF, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "battery_hours": battery_hours,
            "battery_efficiency": battery_efficiency,
            "soc_init": soc_init,
            "soc_min": soc_min,
            "soc_max": soc_max,
            "step": step,
            "feed_in": feed_in,
        })

    async def evcc_optimizer_input(
        self,
        *,
        tariff: Literal["indexed", "pvpc"] | None = None,
        surcharge: str | None = None,
        adjustment_eur_mwh: str | None = None,
        futures_eur_mwh: str | None = None,
        surcharge_p1: str | None = None,
        surcharge_p2: str | None = None,
        surcharge_p3: str | None = None,
        tariff_zone: Literal["peninsula", "ceuta_melilla"] | None = None,
        losses: str | None = None,
        losses_p1: str | None = None,
        losses_p2: str | None = None,
        losses_p3: str | None = None,
        electricity_tax: str | None = None,
        tax: str | None = None,
        hours: int | None = None,
        battery_hours: str | None = None,
        battery_efficiency: str | None = None,
        resolution: Literal["PT15M", "PT1H"] | None = None,
        feed_in: str | None = None,
    ) -> _m.EvccOptimizerInput:
        """Prices and the value of stored energy for the optimiser of evcc (GET
        /integrations/evcc-optimizer).

        tariff: `indexed`: a contract by the market's price, of which every part that is not sent is
            0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and
            quarter hours have the price of their hour
        surcharge: Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its
            marketing costs
        adjustment_eur_mwh: Adjustment services and other costs that losses are paid on, EUR/MWh;
            absent: 0, of the PVPC a line of the price
        futures_eur_mwh: Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`;
            absent: the mean day-ahead price of the last 365 days
        surcharge_p1: Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff
            2.0TD, EUR/kWh before tax; all three or none
        surcharge_p2: Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        surcharge_p3: Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access
            tariff 2.0TD, EUR/kWh before tax; all three or none
        tariff_zone: Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or
            `ceuta_melilla`, where P1 is an hour later
        losses: Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC
            16.2
        losses_p1: In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none
        losses_p2: In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none
        losses_p3: In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none
        electricity_tax: Electricity tax on the sum of price and fees, percent; a rate with `@` and a
            day holds from that day on
        tax: Value-added tax on that, percent; or all taxes together
        hours: Hours ahead that are optimised; the value of what is left comes from the 24 hours after
            them
        battery_hours: Hours in which as much as the battery holds passes the meter, charged or used
            by the home
        battery_efficiency: Share of the energy that is left, one way; both EMHASS and the optimiser
            of evcc take 0.95 where nothing is set
        resolution: Length of the periods
        feed_in: Added to the market price for what is sold, EUR/kWh; the price for it has no tax
        """
        return await self._send(_r.GET_EVCC_OPTIMIZER_INPUT, {
            "tariff": tariff,
            "surcharge": surcharge,
            "adjustment_eur_mwh": adjustment_eur_mwh,
            "futures_eur_mwh": futures_eur_mwh,
            "surcharge_p1": surcharge_p1,
            "surcharge_p2": surcharge_p2,
            "surcharge_p3": surcharge_p3,
            "tariff_zone": tariff_zone,
            "losses": losses,
            "losses_p1": losses_p1,
            "losses_p2": losses_p2,
            "losses_p3": losses_p3,
            "electricity_tax": electricity_tax,
            "tax": tax,
            "hours": hours,
            "battery_hours": battery_hours,
            "battery_efficiency": battery_efficiency,
            "resolution": resolution,
            "feed_in": feed_in,
        })


class Dashboard:
    """`Lonja.dashboard`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def drivers(
        self,
        *,
        date: dt.date | str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.Drivers:
        """What moves the prices of a delivery day, hour by hour (GET /dashboard/drivers).

        date: Delivery day in Europe/Madrid
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        """
        return self._send(_r.GET_DRIVERS, {
            "date": date,
            "market_id": market_id,
            "product": product,
        })

    def accuracy_page(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        cutoff: str | None = None,
    ) -> _m.AccuracyPage:
        """How good the forecasts were, by day, hour, weekday, month, lead day and model version (GET
        /dashboard/accuracy).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        """
        return self._send(_r.GET_ACCURACY_PAGE, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "basis": basis,
            "cutoff": cutoff,
        })

    def price_chart(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        products: str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        compare: Literal["previous", "morning", "yesterday"] | None = None,
        powers: str | None = None,
        last_year: Literal["true", "false"] | None = None,
        extremes: Literal["true", "false"] | None = None,
    ) -> _m.PriceChart:
        """Prices and the forecasts before them over up to 400 days, in columns (GET
        /dashboard/charts/prices).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        products: Market products, separated by commas; those of the subscription when left out
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        compare: Adds the run that each day's forecast is compared with, for up to 7 days: `previous`,
            `morning` or `yesterday` as in GET /dashboard/summary
        powers: Power of the system that is to be added, separated by commas
        last_year: `true`: adds the prices of the same weekday and local time 52 weeks before
        extremes: `true`: adds the lowest and the highest price that ever cleared
        """
        return self._send(_r.GET_PRICE_CHART, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "products": products,
            "resolution": resolution,
            "quantiles": quantiles,
            "compare": compare,
            "powers": powers,
            "last_year": last_year,
            "extremes": extremes,
        })

    def summary(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        compare: Literal["previous", "morning", "yesterday"] | None = None,
    ) -> _m.DashboardSummary:
        """Tomorrow at a glance: forecasts, prices, changes, freshness and accuracy of every product (GET
        /dashboard/summary).

        market_id: Market identifier; GET /markets lists them
        date: Delivery day in Europe/Madrid; tomorrow when it is left out
        resolution: Length of the delivery periods: hours (default) or quarter hours
        compare: Run that the one of each day is compared with: `previous`, the newest one before it
            that forecast other prices or bounds; `morning`, the first one of the day on which it was
            issued; `yesterday`, the last one of the day before that
        """
        return self._send(_r.GET_SUMMARY, {
            "market_id": market_id,
            "date": date,
            "resolution": resolution,
            "compare": compare,
        })

    def weather(
        self,
        *,
        date: dt.date | str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.DayWeather:
        """The weather behind the forecast of a delivery day, and what it was (GET /dashboard/weather).

        date: Delivery day in Europe/Madrid
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        """
        return self._send(_r.GET_WEATHER, {
            "date": date,
            "market_id": market_id,
            "product": product,
        })


class AsyncDashboard:
    """`AsyncLonja.dashboard`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def drivers(
        self,
        *,
        date: dt.date | str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.Drivers:
        """What moves the prices of a delivery day, hour by hour (GET /dashboard/drivers).

        date: Delivery day in Europe/Madrid
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        """
        return await self._send(_r.GET_DRIVERS, {
            "date": date,
            "market_id": market_id,
            "product": product,
        })

    async def accuracy_page(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        market: Literal["day-ahead", "intraday-1", "intraday-2", "intraday-3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        basis: Literal["issued", "backtested"] | None = None,
        cutoff: str | None = None,
    ) -> _m.AccuracyPage:
        """How good the forecasts were, by day, hour, weekday, month, lead day and model version (GET
        /dashboard/accuracy).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`, default) or one of the three intraday auctions
        market: The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        basis: Of which forecasts: those that were `issued`, or those that calibration made up of days
            past, as they would have been issued (`backtested`)
        cutoff: Which run of each delivery day counts: the last one published before the results of
            the day-ahead auction (`official`), before the gate closed, so that one could bid with it
            (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday
            auctions the official run is the last one before the gate. A time after the results counts as
            `official`
        """
        return await self._send(_r.GET_ACCURACY_PAGE, {
            "market_id": market_id,
            "product": product,
            "market": market,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "basis": basis,
            "cutoff": cutoff,
        })

    async def price_chart(
        self,
        *,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        products: str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        quantiles: str | None = None,
        compare: Literal["previous", "morning", "yesterday"] | None = None,
        powers: str | None = None,
        last_year: Literal["true", "false"] | None = None,
        extremes: Literal["true", "false"] | None = None,
    ) -> _m.PriceChart:
        """Prices and the forecasts before them over up to 400 days, in columns (GET
        /dashboard/charts/prices).

        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        products: Market products, separated by commas; those of the subscription when left out
        resolution: Length of the delivery periods: hours (default) or quarter hours
        quantiles: Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99
            with at most 1 decimal, rising
        compare: Adds the run that each day's forecast is compared with, for up to 7 days: `previous`,
            `morning` or `yesterday` as in GET /dashboard/summary
        powers: Power of the system that is to be added, separated by commas
        last_year: `true`: adds the prices of the same weekday and local time 52 weeks before
        extremes: `true`: adds the lowest and the highest price that ever cleared
        """
        return await self._send(_r.GET_PRICE_CHART, {
            "market_id": market_id,
            "product": product,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "products": products,
            "resolution": resolution,
            "quantiles": quantiles,
            "compare": compare,
            "powers": powers,
            "last_year": last_year,
            "extremes": extremes,
        })

    async def summary(
        self,
        *,
        market_id: str | None = None,
        date: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        compare: Literal["previous", "morning", "yesterday"] | None = None,
    ) -> _m.DashboardSummary:
        """Tomorrow at a glance: forecasts, prices, changes, freshness and accuracy of every product (GET
        /dashboard/summary).

        market_id: Market identifier; GET /markets lists them
        date: Delivery day in Europe/Madrid; tomorrow when it is left out
        resolution: Length of the delivery periods: hours (default) or quarter hours
        compare: Run that the one of each day is compared with: `previous`, the newest one before it
            that forecast other prices or bounds; `morning`, the first one of the day on which it was
            issued; `yesterday`, the last one of the day before that
        """
        return await self._send(_r.GET_SUMMARY, {
            "market_id": market_id,
            "date": date,
            "resolution": resolution,
            "compare": compare,
        })

    async def weather(
        self,
        *,
        date: dt.date | str,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.DayWeather:
        """The weather behind the forecast of a delivery day, and what it was (GET /dashboard/weather).

        date: Delivery day in Europe/Madrid
        market_id: Market identifier; GET /markets lists them
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        """
        return await self._send(_r.GET_WEATHER, {
            "date": date,
            "market_id": market_id,
            "product": product,
        })


class Notifications:
    """`Lonja.notifications`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def preview_alert_rule(
        self,
        *,
        kind: _m.AlertKindInput,
        product: Literal["da", "ida1", "ida2", "ida3"],
        threshold: float,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        probability: int | Unset | None = UNSET,
        hours: int | Unset | None = UNSET,
        from_hour: int | None = None,
        to_hour: int | None = None,
        days_ahead: int | None = None,
        market_id: str | None = None,
    ) -> _m.AlertRulePreview:
        """What an alert rule would have notified of (POST /notifications/rules/preview).

        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        threshold: EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for
            `negative_hours` a number of hours, 1 to 25
        resolution: Whether the rule is held against hours or quarter hours; numbers of hours count a
            quarter as 0.25
        probability: Percent that the probability reaches, for rules on a probability; null for others
        hours: Hours of a day that the probability is of, together or apart; null for other rules
        from_hour: First local hour (Europe/Madrid) that counts
        to_hour: Local hour before which the last one that counts starts
        days_ahead: Delivery days of each run that count, from its first
        market_id: Market identifier; GET /markets lists them
        """
        return self._send(_r.PREVIEW_ALERT_RULE, {
            "kind": kind,
            "product": product,
            "threshold": threshold,
            "resolution": resolution,
            "probability": probability,
            "hours": hours,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "days_ahead": days_ahead,
            "market_id": market_id,
        })

    def alert_channels(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.AlertChannelPage:
        """The user's alert channels and those of the tenant, the newest first (GET /notifications/channels).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_ALERT_CHANNELS, {"page": page, "page_size": page_size})

    def create_alert_channel(
        self,
        *,
        kind: Literal["slack", "teams", "telegram", "push"],
        name: str,
        owner: Literal["user", "tenant"] | None = None,
        url: str | None = None,
        token: str | None = None,
        chat_id: str | None = None,
        p256dh: str | None = None,
        auth: str | None = None,
        quiet_from: str | Unset | None = UNSET,
        quiet_to: str | Unset | None = UNSET,
        digest_at: str | Unset | None = UNSET,
        time_zone: str | None = None,
        idempotency_key: str | None = None,
    ) -> _m.AlertChannel:
        """Add Slack, Microsoft Teams, Telegram or a device as a channel of alerts (POST
        /notifications/channels).

        kind: Service that alerts are sent to; `push`: a device of the user, by Web Push
        name: Name of the channel
        owner: `user`: for the alerts of the own rules; `tenant`: for those of all its users, kept by
            admins
        url: Address of the incoming webhook of Slack or of the workflow of Teams; for a device
            `endpoint` of its subscription; for Telegram a bot API of your own, if any. Never shown again
        token: Telegram: token of the bot. Never shown again
        chat_id: Telegram: chat to write to. Never shown again
        p256dh: Device: key `p256dh` of its subscription
        auth: Device: key `auth` of its subscription. Never shown again
        quiet_from: Nothing is sent from this local time on; null: no quiet hours
        quiet_to: Until this local time
        digest_at: All alerts of a day in one message at this local time; null: each as it comes
        time_zone: Zone of these times
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.CREATE_ALERT_CHANNEL, {
            "kind": kind,
            "name": name,
            "owner": owner,
            "url": url,
            "token": token,
            "chat_id": chat_id,
            "p256dh": p256dh,
            "auth": auth,
            "quiet_from": quiet_from,
            "quiet_to": quiet_to,
            "digest_at": digest_at,
            "time_zone": time_zone,
        }, idempotency_key)

    def push_key(self) -> _m.PushKey:
        """The key that a browser subscribes with, so that a device can be a channel of alerts (GET
        /notifications/push-key).
        """
        return self._send(_r.GET_PUSH_KEY, {})

    def change_alert_channel(
        self,
        id: str,
        *,
        name: str | None = None,
        url: str | None = None,
        token: str | None = None,
        chat_id: str | None = None,
        quiet_from: str | Unset | None = UNSET,
        quiet_to: str | Unset | None = UNSET,
        digest_at: str | Unset | None = UNSET,
        time_zone: str | None = None,
        enabled: bool | None = None,
    ) -> _m.AlertChannel:
        """Change an alert channel, pause or resume it (PATCH /notifications/channels/{id}).

        id: Identifier of the record
        name: Name of the channel
        url: Address of the incoming webhook of Slack or of the workflow of Teams; for a device
            `endpoint` of its subscription; for Telegram a bot API of your own, if any. Never shown again
        token: Telegram: token of the bot. Never shown again
        chat_id: Telegram: chat to write to. Never shown again
        quiet_from: Nothing is sent from this local time on; null: no quiet hours
        quiet_to: Until this local time
        digest_at: All alerts of a day in one message at this local time; null: each as it comes
        time_zone: Zone of these times
        enabled: False: nothing is sent, and new alerts do not wait
        """
        return self._send(_r.CHANGE_ALERT_CHANNEL, {
            "id": id,
            "name": name,
            "url": url,
            "token": token,
            "chat_id": chat_id,
            "quiet_from": quiet_from,
            "quiet_to": quiet_to,
            "digest_at": digest_at,
            "time_zone": time_zone,
            "enabled": enabled,
        })

    def delete_alert_channel(self, id: str) -> None:
        """Delete an alert channel with the alerts that wait for it (DELETE /notifications/channels/{id}).

        id: Identifier of the record
        """
        self._send(_r.DELETE_ALERT_CHANNEL, {"id": id})

    def test_alert_channel(self, id: str) -> _m.AlertChannelTest:
        """Send a test message to an alert channel (POST /notifications/channels/{id}/test).

        id: Identifier of the record
        """
        return self._send(_r.TEST_ALERT_CHANNEL, {"id": id})

    def list(
        self,
        *,
        unread: Literal["true", "false"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.NotificationPage:
        """The user's notifications, the newest first; kept for 90 days (GET /notifications).

        unread: `true`: only those that are not marked as read
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_NOTIFICATIONS, {
            "unread": unread,
            "page": page,
            "page_size": page_size,
        })

    def count_unread(self) -> _m.UnreadCount:
        """How many notifications are unread (GET /notifications/unread-count)."""
        return self._send(_r.COUNT_UNREAD_NOTIFICATIONS, {})

    def read(self, id: str) -> _m.Notification:
        """Mark a notification as read (POST /notifications/{id}/read).

        id: Identifier of the record
        """
        return self._send(_r.READ_NOTIFICATION, {"id": id})

    def read_all(self) -> _m.ReadCount:
        """Mark all notifications as read (POST /notifications/read-all)."""
        return self._send(_r.READ_ALL_NOTIFICATIONS, {})

    def alert_rules(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.AlertRulePage:
        """The user's alert rules, the newest first (GET /notifications/rules).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_ALERT_RULES, {"page": page, "page_size": page_size})

    def create_alert_rule(
        self,
        *,
        name: str,
        kind: _m.AlertKindInput,
        product: Literal["da", "ida1", "ida2", "ida3"],
        threshold: float,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        probability: int | Unset | None = UNSET,
        hours: int | Unset | None = UNSET,
        from_hour: int | None = None,
        to_hour: int | None = None,
        days_ahead: int | None = None,
        channels: Sequence[Literal["in_app", "email"]] | None = None,
        enabled: bool | None = None,
        market_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> _m.AlertRule:
        """Add an alert rule on forecasts (POST /notifications/rules).

        name: Name of the rule, which titles its notifications
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        threshold: EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for
            `negative_hours` a number of hours, 1 to 25
        resolution: Whether the rule is held against hours or quarter hours; numbers of hours count a
            quarter as 0.25
        probability: Percent that the probability reaches, for rules on a probability; null for others
        hours: Hours of a day that the probability is of, together or apart; null for other rules
        from_hour: First local hour (Europe/Madrid) that counts
        to_hour: Local hour before which the last one that counts starts
        days_ahead: Delivery days of each run that count, from its first
        channels: How to notify: in the application, by mail
        enabled: False: the rule rests
        market_id: Market identifier; GET /markets lists them
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.CREATE_ALERT_RULE, {
            "name": name,
            "kind": kind,
            "product": product,
            "threshold": threshold,
            "resolution": resolution,
            "probability": probability,
            "hours": hours,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "days_ahead": days_ahead,
            "channels": channels,
            "enabled": enabled,
            "market_id": market_id,
        }, idempotency_key)

    def alert_rule(self, id: str) -> _m.AlertRule:
        """One alert rule (GET /notifications/rules/{id}).

        id: Identifier of the record
        """
        return self._send(_r.GET_ALERT_RULE, {"id": id})

    def change_alert_rule(
        self,
        id: str,
        *,
        name: str | None = None,
        kind: _m.AlertKindInput | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        threshold: float | None = None,
        probability: int | Unset | None = UNSET,
        hours: int | Unset | None = UNSET,
        from_hour: int | None = None,
        to_hour: int | None = None,
        days_ahead: int | None = None,
        channels: Sequence[Literal["in_app", "email"]] | None = None,
        enabled: bool | None = None,
    ) -> _m.AlertRule:
        """Change an alert rule, pause or resume it (PATCH /notifications/rules/{id}).

        id: Identifier of the record
        name: Name of the rule, which titles its notifications
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Whether the rule is held against hours or quarter hours; numbers of hours count a
            quarter as 0.25
        threshold: EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for
            `negative_hours` a number of hours, 1 to 25
        probability: Percent that the probability reaches, for rules on a probability; null for others
        hours: Hours of a day that the probability is of, together or apart; null for other rules
        from_hour: First local hour (Europe/Madrid) that counts
        to_hour: Local hour before which the last one that counts starts
        days_ahead: Delivery days of each run that count, from its first
        channels: How to notify: in the application, by mail
        enabled: False: the rule rests
        """
        return self._send(_r.CHANGE_ALERT_RULE, {
            "id": id,
            "name": name,
            "kind": kind,
            "product": product,
            "resolution": resolution,
            "threshold": threshold,
            "probability": probability,
            "hours": hours,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "days_ahead": days_ahead,
            "channels": channels,
            "enabled": enabled,
        })

    def delete_alert_rule(self, id: str) -> None:
        """Delete an alert rule; its notifications stay (DELETE /notifications/rules/{id}).

        id: Identifier of the record
        """
        self._send(_r.DELETE_ALERT_RULE, {"id": id})


class AsyncNotifications:
    """`AsyncLonja.notifications`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def preview_alert_rule(
        self,
        *,
        kind: _m.AlertKindInput,
        product: Literal["da", "ida1", "ida2", "ida3"],
        threshold: float,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        probability: int | Unset | None = UNSET,
        hours: int | Unset | None = UNSET,
        from_hour: int | None = None,
        to_hour: int | None = None,
        days_ahead: int | None = None,
        market_id: str | None = None,
    ) -> _m.AlertRulePreview:
        """What an alert rule would have notified of (POST /notifications/rules/preview).

        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        threshold: EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for
            `negative_hours` a number of hours, 1 to 25
        resolution: Whether the rule is held against hours or quarter hours; numbers of hours count a
            quarter as 0.25
        probability: Percent that the probability reaches, for rules on a probability; null for others
        hours: Hours of a day that the probability is of, together or apart; null for other rules
        from_hour: First local hour (Europe/Madrid) that counts
        to_hour: Local hour before which the last one that counts starts
        days_ahead: Delivery days of each run that count, from its first
        market_id: Market identifier; GET /markets lists them
        """
        return await self._send(_r.PREVIEW_ALERT_RULE, {
            "kind": kind,
            "product": product,
            "threshold": threshold,
            "resolution": resolution,
            "probability": probability,
            "hours": hours,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "days_ahead": days_ahead,
            "market_id": market_id,
        })

    async def alert_channels(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.AlertChannelPage:
        """The user's alert channels and those of the tenant, the newest first (GET /notifications/channels).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_ALERT_CHANNELS, {"page": page, "page_size": page_size})

    async def create_alert_channel(
        self,
        *,
        kind: Literal["slack", "teams", "telegram", "push"],
        name: str,
        owner: Literal["user", "tenant"] | None = None,
        url: str | None = None,
        token: str | None = None,
        chat_id: str | None = None,
        p256dh: str | None = None,
        auth: str | None = None,
        quiet_from: str | Unset | None = UNSET,
        quiet_to: str | Unset | None = UNSET,
        digest_at: str | Unset | None = UNSET,
        time_zone: str | None = None,
        idempotency_key: str | None = None,
    ) -> _m.AlertChannel:
        """Add Slack, Microsoft Teams, Telegram or a device as a channel of alerts (POST
        /notifications/channels).

        kind: Service that alerts are sent to; `push`: a device of the user, by Web Push
        name: Name of the channel
        owner: `user`: for the alerts of the own rules; `tenant`: for those of all its users, kept by
            admins
        url: Address of the incoming webhook of Slack or of the workflow of Teams; for a device
            `endpoint` of its subscription; for Telegram a bot API of your own, if any. Never shown again
        token: Telegram: token of the bot. Never shown again
        chat_id: Telegram: chat to write to. Never shown again
        p256dh: Device: key `p256dh` of its subscription
        auth: Device: key `auth` of its subscription. Never shown again
        quiet_from: Nothing is sent from this local time on; null: no quiet hours
        quiet_to: Until this local time
        digest_at: All alerts of a day in one message at this local time; null: each as it comes
        time_zone: Zone of these times
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.CREATE_ALERT_CHANNEL, {
            "kind": kind,
            "name": name,
            "owner": owner,
            "url": url,
            "token": token,
            "chat_id": chat_id,
            "p256dh": p256dh,
            "auth": auth,
            "quiet_from": quiet_from,
            "quiet_to": quiet_to,
            "digest_at": digest_at,
            "time_zone": time_zone,
        }, idempotency_key)

    async def push_key(self) -> _m.PushKey:
        """The key that a browser subscribes with, so that a device can be a channel of alerts (GET
        /notifications/push-key).
        """
        return await self._send(_r.GET_PUSH_KEY, {})

    async def change_alert_channel(
        self,
        id: str,
        *,
        name: str | None = None,
        url: str | None = None,
        token: str | None = None,
        chat_id: str | None = None,
        quiet_from: str | Unset | None = UNSET,
        quiet_to: str | Unset | None = UNSET,
        digest_at: str | Unset | None = UNSET,
        time_zone: str | None = None,
        enabled: bool | None = None,
    ) -> _m.AlertChannel:
        """Change an alert channel, pause or resume it (PATCH /notifications/channels/{id}).

        id: Identifier of the record
        name: Name of the channel
        url: Address of the incoming webhook of Slack or of the workflow of Teams; for a device
            `endpoint` of its subscription; for Telegram a bot API of your own, if any. Never shown again
        token: Telegram: token of the bot. Never shown again
        chat_id: Telegram: chat to write to. Never shown again
        quiet_from: Nothing is sent from this local time on; null: no quiet hours
        quiet_to: Until this local time
        digest_at: All alerts of a day in one message at this local time; null: each as it comes
        time_zone: Zone of these times
        enabled: False: nothing is sent, and new alerts do not wait
        """
        return await self._send(_r.CHANGE_ALERT_CHANNEL, {
            "id": id,
            "name": name,
            "url": url,
            "token": token,
            "chat_id": chat_id,
            "quiet_from": quiet_from,
            "quiet_to": quiet_to,
            "digest_at": digest_at,
            "time_zone": time_zone,
            "enabled": enabled,
        })

    async def delete_alert_channel(self, id: str) -> None:
        """Delete an alert channel with the alerts that wait for it (DELETE /notifications/channels/{id}).

        id: Identifier of the record
        """
        await self._send(_r.DELETE_ALERT_CHANNEL, {"id": id})

    async def test_alert_channel(self, id: str) -> _m.AlertChannelTest:
        """Send a test message to an alert channel (POST /notifications/channels/{id}/test).

        id: Identifier of the record
        """
        return await self._send(_r.TEST_ALERT_CHANNEL, {"id": id})

    async def list(
        self,
        *,
        unread: Literal["true", "false"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.NotificationPage:
        """The user's notifications, the newest first; kept for 90 days (GET /notifications).

        unread: `true`: only those that are not marked as read
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_NOTIFICATIONS, {
            "unread": unread,
            "page": page,
            "page_size": page_size,
        })

    async def count_unread(self) -> _m.UnreadCount:
        """How many notifications are unread (GET /notifications/unread-count)."""
        return await self._send(_r.COUNT_UNREAD_NOTIFICATIONS, {})

    async def read(self, id: str) -> _m.Notification:
        """Mark a notification as read (POST /notifications/{id}/read).

        id: Identifier of the record
        """
        return await self._send(_r.READ_NOTIFICATION, {"id": id})

    async def read_all(self) -> _m.ReadCount:
        """Mark all notifications as read (POST /notifications/read-all)."""
        return await self._send(_r.READ_ALL_NOTIFICATIONS, {})

    async def alert_rules(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.AlertRulePage:
        """The user's alert rules, the newest first (GET /notifications/rules).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_ALERT_RULES, {"page": page, "page_size": page_size})

    async def create_alert_rule(
        self,
        *,
        name: str,
        kind: _m.AlertKindInput,
        product: Literal["da", "ida1", "ida2", "ida3"],
        threshold: float,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        probability: int | Unset | None = UNSET,
        hours: int | Unset | None = UNSET,
        from_hour: int | None = None,
        to_hour: int | None = None,
        days_ahead: int | None = None,
        channels: Sequence[Literal["in_app", "email"]] | None = None,
        enabled: bool | None = None,
        market_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> _m.AlertRule:
        """Add an alert rule on forecasts (POST /notifications/rules).

        name: Name of the rule, which titles its notifications
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        threshold: EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for
            `negative_hours` a number of hours, 1 to 25
        resolution: Whether the rule is held against hours or quarter hours; numbers of hours count a
            quarter as 0.25
        probability: Percent that the probability reaches, for rules on a probability; null for others
        hours: Hours of a day that the probability is of, together or apart; null for other rules
        from_hour: First local hour (Europe/Madrid) that counts
        to_hour: Local hour before which the last one that counts starts
        days_ahead: Delivery days of each run that count, from its first
        channels: How to notify: in the application, by mail
        enabled: False: the rule rests
        market_id: Market identifier; GET /markets lists them
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.CREATE_ALERT_RULE, {
            "name": name,
            "kind": kind,
            "product": product,
            "threshold": threshold,
            "resolution": resolution,
            "probability": probability,
            "hours": hours,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "days_ahead": days_ahead,
            "channels": channels,
            "enabled": enabled,
            "market_id": market_id,
        }, idempotency_key)

    async def alert_rule(self, id: str) -> _m.AlertRule:
        """One alert rule (GET /notifications/rules/{id}).

        id: Identifier of the record
        """
        return await self._send(_r.GET_ALERT_RULE, {"id": id})

    async def change_alert_rule(
        self,
        id: str,
        *,
        name: str | None = None,
        kind: _m.AlertKindInput | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        threshold: float | None = None,
        probability: int | Unset | None = UNSET,
        hours: int | Unset | None = UNSET,
        from_hour: int | None = None,
        to_hour: int | None = None,
        days_ahead: int | None = None,
        channels: Sequence[Literal["in_app", "email"]] | None = None,
        enabled: bool | None = None,
    ) -> _m.AlertRule:
        """Change an alert rule, pause or resume it (PATCH /notifications/rules/{id}).

        id: Identifier of the record
        name: Name of the rule, which titles its notifications
        product: Market product: day-ahead (`da`) or one of the three intraday auctions
        resolution: Whether the rule is held against hours or quarter hours; numbers of hours count a
            quarter as 0.25
        threshold: EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for
            `negative_hours` a number of hours, 1 to 25
        probability: Percent that the probability reaches, for rules on a probability; null for others
        hours: Hours of a day that the probability is of, together or apart; null for other rules
        from_hour: First local hour (Europe/Madrid) that counts
        to_hour: Local hour before which the last one that counts starts
        days_ahead: Delivery days of each run that count, from its first
        channels: How to notify: in the application, by mail
        enabled: False: the rule rests
        """
        return await self._send(_r.CHANGE_ALERT_RULE, {
            "id": id,
            "name": name,
            "kind": kind,
            "product": product,
            "resolution": resolution,
            "threshold": threshold,
            "probability": probability,
            "hours": hours,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "days_ahead": days_ahead,
            "channels": channels,
            "enabled": enabled,
        })

    async def delete_alert_rule(self, id: str) -> None:
        """Delete an alert rule; its notifications stay (DELETE /notifications/rules/{id}).

        id: Identifier of the record
        """
        await self._send(_r.DELETE_ALERT_RULE, {"id": id})


class Support:
    """`Lonja.support`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def data_status(self) -> _m.DataStatus:
        """State of the data sources: what came when, what is late, what is missing (GET /support/status)."""
        return self._send(_r.GET_DATA_STATUS, {})

    def held_back(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.HeldBackDataPage:
        """What failed a check and waits for a decision, the newest first (GET /support/quarantine).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_HELD_BACK, {"page": page, "page_size": page_size})

    def tickets(
        self,
        *,
        state: Literal["open", "answered", "closed"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.TicketPage:
        """The tenant's tickets, the one that changed last first (GET /support/tickets).

        state: `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_TICKETS, {
            "state": state,
            "page": page,
            "page_size": page_size,
        })

    def create_ticket(
        self,
        *,
        subject: str,
        message: str,
        idempotency_key: str | None = None,
    ) -> _m.TicketDetail:
        """Ask the people of the platform (POST /support/tickets).

        subject: What it is about
        message: What you want to say
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.CREATE_TICKET, {"subject": subject, "message": message}, idempotency_key)

    def ticket(self, id: str) -> _m.TicketDetail:
        """A ticket with its messages (GET /support/tickets/{id}).

        id: Identifier of the record
        """
        return self._send(_r.GET_TICKET, {"id": id})

    def reply_to_ticket(
        self,
        id: str,
        *,
        message: str,
        idempotency_key: str | None = None,
    ) -> _m.TicketDetail:
        """Write to a ticket; it is open again with that, a closed one for its author and admins alone (POST
        /support/tickets/{id}/messages).

        id: Identifier of the record
        message: What you want to say
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.REPLY_TO_TICKET, {"id": id, "message": message}, idempotency_key)

    def close_ticket(self, id: str) -> _m.TicketDetail:
        """Close a ticket, as its author or an admin (POST /support/tickets/{id}/close).

        id: Identifier of the record
        """
        return self._send(_r.CLOSE_TICKET, {"id": id})


class AsyncSupport:
    """`AsyncLonja.support`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def data_status(self) -> _m.DataStatus:
        """State of the data sources: what came when, what is late, what is missing (GET /support/status)."""
        return await self._send(_r.GET_DATA_STATUS, {})

    async def held_back(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.HeldBackDataPage:
        """What failed a check and waits for a decision, the newest first (GET /support/quarantine).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_HELD_BACK, {"page": page, "page_size": page_size})

    async def tickets(
        self,
        *,
        state: Literal["open", "answered", "closed"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.TicketPage:
        """The tenant's tickets, the one that changed last first (GET /support/tickets).

        state: `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_TICKETS, {
            "state": state,
            "page": page,
            "page_size": page_size,
        })

    async def create_ticket(
        self,
        *,
        subject: str,
        message: str,
        idempotency_key: str | None = None,
    ) -> _m.TicketDetail:
        """Ask the people of the platform (POST /support/tickets).

        subject: What it is about
        message: What you want to say
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.CREATE_TICKET, {"subject": subject, "message": message}, idempotency_key)

    async def ticket(self, id: str) -> _m.TicketDetail:
        """A ticket with its messages (GET /support/tickets/{id}).

        id: Identifier of the record
        """
        return await self._send(_r.GET_TICKET, {"id": id})

    async def reply_to_ticket(
        self,
        id: str,
        *,
        message: str,
        idempotency_key: str | None = None,
    ) -> _m.TicketDetail:
        """Write to a ticket; it is open again with that, a closed one for its author and admins alone (POST
        /support/tickets/{id}/messages).

        id: Identifier of the record
        message: What you want to say
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.REPLY_TO_TICKET, {"id": id, "message": message}, idempotency_key)

    async def close_ticket(self, id: str) -> _m.TicketDetail:
        """Close a ticket, as its author or an admin (POST /support/tickets/{id}/close).

        id: Identifier of the record
        """
        return await self._send(_r.CLOSE_TICKET, {"id": id})


class Portfolio:
    """`Lonja.portfolio`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def summary(
        self,
        *,
        date: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.PortfolioSummary:
        """All sites: power by kind, and what they are worth tomorrow (GET /portfolio/summary).

        date: Delivery day; tomorrow when absent
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return self._send(_r.GET_PORTFOLIO_SUMMARY, {"date": date, "resolution": resolution})

    def value_site(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        curtail: Literal["true", "false"] | None = None,
    ) -> _m.SiteValuation:
        """What a site is expected to earn or cost on a delivery day (GET /portfolio/sites/{id}/valuation).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the delivery periods: hours (default) or quarter hours
        curtail: Whether a plant is held back below its `offer_floor`; `true` for one without a floor:
            below 0. When absent as the site says: only one with a floor is
        """
        return self._send(_r.VALUE_SITE, {
            "date": date,
            "id": id,
            "resolution": resolution,
            "curtail": curtail,
        })

    def schedule_site(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        plan: Literal["expected", "robust"] | None = None,
        curtail: Literal["true", "false"] | None = None,
        start_soc: float | None = None,
        end_soc: float | None = None,
        max_cycles: str | None = None,
        from_hour: int | None = None,
        to_hour: int | None = None,
    ) -> _m.SiteSchedule:
        """When a battery, a hybrid or a load that can be shifted should run (GET
        /portfolio/sites/{id}/schedule).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the delivery periods: hours (default) or quarter hours
        plan: `expected` earns most on average over the scenarios; `robust` gives up some of that
            where it loses less on bad days
        curtail: Whether a plant is held back below its `offer_floor`; `true` for one without a floor:
            below 0. When absent as the site says: only one with a floor is
        start_soc: Battery: charge at the start of the day, percent; that of the site when absent,
            without one 50
        end_soc: Battery: least charge at the end of the day, percent; that of the site when absent,
            without one as at the start
        max_cycles: Battery: most energy taken out of it in the day, in fillings; that of the site
            when absent
        from_hour: Load: first local hour that it may run in; 0 when absent
        to_hour: Load: local hour by which it has to be done; 24 when absent
        """
        return self._send(_r.SCHEDULE_SITE, {
            "date": date,
            "id": id,
            "resolution": resolution,
            "plan": plan,
            "curtail": curtail,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "from_hour": from_hour,
            "to_hour": to_hour,
        })

    def offer_site(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        plan: Literal["expected", "robust"] | None = None,
        curtail: Literal["true", "false"] | None = None,
        start_soc: float | None = None,
        end_soc: float | None = None,
        max_cycles: str | None = None,
        from_hour: int | None = None,
        to_hour: int | None = None,
        limits: Literal["cost", "none"] | None = None,
        contract_mw: str | None = None,
        layout: Literal["rows", "omie"] | None = None,
        sale_unit: str | None = None,
        purchase_unit: str | None = None,
    ) -> _m.SiteOffer:
        """What a site should offer to the day-ahead auction: steps of price and power by period (GET
        /portfolio/sites/{id}/offer).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the periods; absent: as the auction of the day takes, quarter hours
            since 1 October 2025
        plan: `expected` earns most on average over the scenarios; `robust` gives up some of that
            where it loses less on bad days
        curtail: Whether a plant is held back below its `offer_floor`; `true` for one without a floor:
            below 0. When absent as the site says: only one with a floor is
        start_soc: Battery: charge at the start of the day, percent; that of the site when absent,
            without one 50
        end_soc: Battery: least charge at the end of the day, percent; that of the site when absent,
            without one as at the start
        max_cycles: Battery: most energy taken out of it in the day, in fillings; that of the site
            when absent
        from_hour: Load: first local hour that it may run in; 0 when absent
        to_hour: Load: local hour by which it has to be done; 24 when absent
        limits: At which prices a battery trades: `cost`, where it pays by what its energy costs, loss
            and wear; `none`, at any price, so that it does what is planned
        contract_mw: Plant, hybrid or load: power that bilateral contracts deliver, or bring, in every
            period, and that is not offered
        layout: Of CSV: `rows`, a row a step with everything about it; `omie`, the fields of OMIE's
            message of offers, refused with 422 while a check fails
        sale_unit: With `layout=omie`: code of the unit that sells
        purchase_unit: With `layout=omie`: code of the unit that buys
        """
        return self._send(_r.OFFER_SITE, {
            "date": date,
            "id": id,
            "resolution": resolution,
            "plan": plan,
            "curtail": curtail,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "limits": limits,
            "contract_mw": contract_mw,
            "layout": layout,
            "sale_unit": sale_unit,
            "purchase_unit": purchase_unit,
        })

    def offer_site_csv(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        plan: Literal["expected", "robust"] | None = None,
        curtail: Literal["true", "false"] | None = None,
        start_soc: float | None = None,
        end_soc: float | None = None,
        max_cycles: str | None = None,
        from_hour: int | None = None,
        to_hour: int | None = None,
        limits: Literal["cost", "none"] | None = None,
        contract_mw: str | None = None,
        layout: Literal["rows", "omie"] | None = None,
        sale_unit: str | None = None,
        purchase_unit: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What a site should offer to the day-ahead auction: steps of price and power by period, as CSV (GET
        /portfolio/sites/{id}/offer).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the periods; absent: as the auction of the day takes, quarter hours
            since 1 October 2025
        plan: `expected` earns most on average over the scenarios; `robust` gives up some of that
            where it loses less on bad days
        curtail: Whether a plant is held back below its `offer_floor`; `true` for one without a floor:
            below 0. When absent as the site says: only one with a floor is
        start_soc: Battery: charge at the start of the day, percent; that of the site when absent,
            without one 50
        end_soc: Battery: least charge at the end of the day, percent; that of the site when absent,
            without one as at the start
        max_cycles: Battery: most energy taken out of it in the day, in fillings; that of the site
            when absent
        from_hour: Load: first local hour that it may run in; 0 when absent
        to_hour: Load: local hour by which it has to be done; 24 when absent
        limits: At which prices a battery trades: `cost`, where it pays by what its energy costs, loss
            and wear; `none`, at any price, so that it does what is planned
        contract_mw: Plant, hybrid or load: power that bilateral contracts deliver, or bring, in every
            period, and that is not offered
        layout: Of CSV: `rows`, a row a step with everything about it; `omie`, the fields of OMIE's
            message of offers, refused with 422 while a check fails
        sale_unit: With `layout=omie`: code of the unit that sells
        purchase_unit: With `layout=omie`: code of the unit that buys
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.OFFER_SITE.as_csv(), {
            "date": date,
            "id": id,
            "resolution": resolution,
            "plan": plan,
            "curtail": curtail,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "limits": limits,
            "contract_mw": contract_mw,
            "layout": layout,
            "sale_unit": sale_unit,
            "purchase_unit": purchase_unit,
            "locale": locale,
            "format": "csv",
        })

    def value_waiting(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        max_loss: str | None = None,
        confidence: str | None = None,
    ) -> _m.SiteWaiting:
        """What it is worth for a site to wait for an intraday auction, and at which risk (GET
        /portfolio/sites/{id}/waiting).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the delivery periods: hours (default) or quarter hours
        max_loss: The most that waiting may lose against the day-ahead price over the day, EUR; with
            it the answer has the size of position that keeps to it
        confidence: With which probability no more is lost
        """
        return self._send(_r.VALUE_WAITING, {
            "date": date,
            "id": id,
            "resolution": resolution,
            "max_loss": max_loss,
            "confidence": confidence,
        })

    def value_waiting_csv(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        max_loss: str | None = None,
        confidence: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What it is worth for a site to wait for an intraday auction, and at which risk, as CSV (GET
        /portfolio/sites/{id}/waiting).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the delivery periods: hours (default) or quarter hours
        max_loss: The most that waiting may lose against the day-ahead price over the day, EUR; with
            it the answer has the size of position that keeps to it
        confidence: With which probability no more is lost
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.VALUE_WAITING.as_csv(), {
            "date": date,
            "id": id,
            "resolution": resolution,
            "max_loss": max_loss,
            "confidence": confidence,
            "locale": locale,
            "format": "csv",
        })

    def keep_plan(
        self,
        id: str,
        *,
        date: dt.date | str,
        kind: Literal["plan", "offer"] | None = None,
        plan: Literal["expected", "robust"] | None = None,
        limits: Literal["cost", "none"] | None = None,
        contract_mw: float | None = None,
        start_soc: float | None = None,
        end_soc: float | None = None,
        max_cycles: float | None = None,
        idempotency_key: str | None = None,
    ) -> _m.KeptPlan:
        """Keep the plan or the offer of a site as it is now (POST /portfolio/sites/{id}/kept-plans).

        id: Identifier of the record
        date: Delivery day in Europe/Madrid
        kind: The plan, which stands at any price, or the offer with its steps
        plan: As of the schedule
        limits: As of the offer
        contract_mw: As of the offer, MW
        start_soc: Battery: charge at the start of the day, percent; as the site says when absent
        end_soc: Battery: least charge at the end of the day, percent; as the site says when absent
        max_cycles: Battery: most fillings taken out in the day; as the site says when absent
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.KEEP_PLAN, {
            "id": id,
            "date": date,
            "kind": kind,
            "plan": plan,
            "limits": limits,
            "contract_mw": contract_mw,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
        }, idempotency_key)

    def kept_plans(
        self,
        *,
        site_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.KeptPlanPage:
        """Kept plans and offers with what came of them, the newest day first (GET /portfolio/kept-plans).

        site_id: Only of this site
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_KEPT_PLANS, {
            "site_id": site_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
        })

    def kept_plans_csv(
        self,
        *,
        site_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Kept plans and offers with what came of them, the newest day first, as CSV (GET
        /portfolio/kept-plans).

        site_id: Only of this site
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.LIST_KEPT_PLANS.as_csv(), {
            "site_id": site_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    def kept_plan(self, id: str) -> _m.KeptPlanDetail:
        """A kept plan or offer, period by period, with all its settlements (GET /portfolio/kept-plans/{id}).

        id: Identifier of the record
        """
        return self._send(_r.GET_KEPT_PLAN, {"id": id})

    def settlements(
        self,
        *,
        site_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["day", "month", "site"] | None = None,
    ) -> _m.Settlements:
        """What kept plans earned and missed, by day, month or site (GET /portfolio/settlements).

        site_id: Only of this site
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What a row is of; of several plans of a site and a day the one that was kept last
            counts
        """
        return self._send(_r.GET_SETTLEMENTS, {
            "site_id": site_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
        })

    def settlements_csv(
        self,
        *,
        site_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["day", "month", "site"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What kept plans earned and missed, by day, month or site, as CSV (GET /portfolio/settlements).

        site_id: Only of this site
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What a row is of; of several plans of a site and a day the one that was kept last
            counts
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_SETTLEMENTS.as_csv(), {
            "site_id": site_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "locale": locale,
            "format": "csv",
        })

    def put_site_profile(
        self,
        id: str,
        *,
        days: Sequence[_m.PutSiteProfileDay] | None = None,
        csv: str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        dry_run: bool | None = None,
    ) -> _m.PutProfile:
        """Upload what a plant generates or a load takes on single days (PUT /portfolio/sites/{id}/profile).

        id: Identifier of the record
        days: Up to 62 whole days; or send `csv`
        csv: The same as CSV: `mw` with `date` and `period` (1 to 25, or 1 to 100), or with `time`, an
            instant with its offset
        resolution: Of the periods of `csv`; when absent as its numbers or instants say
        dry_run: Only say what would be stored; nothing is
        """
        return self._send(_r.PUT_SITE_PROFILE, {
            "id": id,
            "days": days,
            "csv": csv,
            "resolution": resolution,
            "dry_run": dry_run,
        })

    def site_profile(
        self,
        id: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
    ) -> _m.Profile:
        """What was uploaded of the days of a plant or a load (GET /portfolio/sites/{id}/profile).

        id: Identifier of the record
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        """
        return self._send(_r.GET_SITE_PROFILE, {
            "id": id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
        })

    def site_profile_csv(
        self,
        id: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What was uploaded of the days of a plant or a load, as CSV (GET /portfolio/sites/{id}/profile).

        id: Identifier of the record
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_SITE_PROFILE.as_csv(), {
            "id": id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "locale": locale,
            "format": "csv",
        })

    def delete_site_profile(self, id: str, date: dt.date | str) -> None:
        """Delete what was uploaded of a day of a plant or a load (DELETE
        /portfolio/sites/{id}/profile/{date}).

        id: Identifier of the record
        date: Delivery day
        """
        self._send(_r.DELETE_SITE_PROFILE, {"id": id, "date": date})

    def replan_site(
        self,
        id: str,
        *,
        measured: Sequence[_m.ReplanSiteMeasured] | None = None,
        csv: str | None = None,
        plan: Literal["expected", "robust"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        end_soc: float | None = None,
        max_cycles: float | None = None,
    ) -> _m.Replan:
        """Plan the rest of a day from the real state of charge (POST /portfolio/sites/{id}/replan).

        id: Identifier of the record
        measured: What was measured, in any order, all of one delivery day; or send `csv`; without
            both what is stored of today
        csv: The same as CSV: columns `time` and `soc`, at most 1500 rows
        plan: As of the schedule
        resolution: Length of the delivery periods: hours (default) or quarter hours
        end_soc: Least charge at the end of the day, percent; as the site says when absent
        max_cycles: Most fillings taken out in the whole day; as the site says when absent
        """
        return self._send(_r.REPLAN_SITE, {
            "id": id,
            "measured": measured,
            "csv": csv,
            "plan": plan,
            "resolution": resolution,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
        })

    def put_site_charge(
        self,
        id: str,
        *,
        measured: Sequence[_m.PutSiteChargeMeasured] | None = None,
        csv: str | None = None,
    ) -> _m.PutCharge:
        """Upload what a battery really held (PUT /portfolio/sites/{id}/charge).

        id: Identifier of the record
        measured: What was measured, in any order; or send `csv`
        csv: The same as CSV: columns `time` and `soc`, at most 1500 rows
        """
        return self._send(_r.PUT_SITE_CHARGE, {"id": id, "measured": measured, "csv": csv})

    def site_charge(
        self,
        id: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
    ) -> _m.SiteCharge:
        """What a battery really held, as it was uploaded (GET /portfolio/sites/{id}/charge).

        id: Identifier of the record
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        """
        return self._send(_r.GET_SITE_CHARGE, {
            "id": id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
        })

    def site_charge_csv(
        self,
        id: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What a battery really held, as it was uploaded, as CSV (GET /portfolio/sites/{id}/charge).

        id: Identifier of the record
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.GET_SITE_CHARGE.as_csv(), {
            "id": id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "locale": locale,
            "format": "csv",
        })

    def sites(
        self,
        *,
        kind: Literal["solar", "wind", "battery", "load", "hybrid"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.SitePage:
        """Sites of the tenant, the newest first (GET /portfolio/sites).

        kind: Only sites of this kind
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_SITES, {"kind": kind, "page": page, "page_size": page_size})

    def create_site(
        self,
        *,
        name: str,
        kind: Literal["solar", "wind", "battery", "load", "hybrid"],
        capacity_mw: float,
        technology: Literal["solar", "wind"] | Unset | None = UNSET,
        latitude: float | Unset | None = UNSET,
        longitude: float | Unset | None = UNSET,
        storage_mw: float | Unset | None = UNSET,
        storage_technology: Literal["lithium_ion", "lead_acid", "flow", "pumped_hydro"] | Unset | None = UNSET,
        energy_mwh: float | Unset | None = UNSET,
        efficiency: float | Unset | None = UNSET,
        start_soc: float | Unset | None = UNSET,
        end_soc: float | Unset | None = UNSET,
        max_cycles: float | Unset | None = UNSET,
        wear_cost: float | Unset | None = UNSET,
        offer_floor: float | Unset | None = UNSET,
        profile: Sequence[float] | Unset | None = UNSET,
        keeps_at_gate: Literal["plan", "offer"] | Unset | None = UNSET,
        notes: str | Unset | None = UNSET,
        idempotency_key: str | None = None,
    ) -> _m.Site:
        """Add a site (POST /portfolio/sites).

        name: Name for people
        kind: What the site is; `hybrid` is a plant with a battery behind one connection
        capacity_mw: Power of the plant, the battery or the consumer, MW; of a hybrid that of its
            plant and of its connection
        technology: Hybrid: what it generates with; null: solar
        latitude: Degrees north; a solar site needs its place
        longitude: Degrees east
        storage_mw: Hybrid: power of its battery, MW; null: that of the plant
        storage_technology: Battery and hybrid: what the battery stores with, from which its wear cost
            follows where none is given; null: lithium_ion
        energy_mwh: Battery and hybrid: energy that the battery holds, MWh. Load: energy to take in a
            day, at whatever hours; null: it follows its profile
        efficiency: Battery and hybrid: share of the energy drawn that a whole cycle gives back
        start_soc: Battery and hybrid: what the battery holds at the start of a day, percent of
            `energy_mwh`; null: 50
        end_soc: Battery and hybrid: what it holds at least at the end of a day, percent; null: as at
            the start
        max_cycles: Battery and hybrid: most energy taken out of the battery in a day, in fillings of
            it; null: 1.5; 100 never binds
        wear_cost: Battery and hybrid: what its use costs, EUR for each MWh that it gives at the
            connection; null: as usual for its `storage_technology` (lithium_ion 15, lead_acid 60, flow 5,
            pumped_hydro 2); 0: nothing
        offer_floor: Solar, wind and hybrid: the price below which the plant does not produce,
            EUR/MWh; null: it produces at any price
        profile: Share of `capacity_mw`, 0 to 1, that is generated or taken in each local hour 0 to
            23; both hours 2 of the 25-hour day take the same
        keeps_at_gate: What is kept by itself when the gate of the day-ahead auction closes, by the
            last run before it; null: nothing
        notes: Anything worth remembering
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.CREATE_SITE, {
            "name": name,
            "kind": kind,
            "capacity_mw": capacity_mw,
            "technology": technology,
            "latitude": latitude,
            "longitude": longitude,
            "storage_mw": storage_mw,
            "storage_technology": storage_technology,
            "energy_mwh": energy_mwh,
            "efficiency": efficiency,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "wear_cost": wear_cost,
            "offer_floor": offer_floor,
            "profile": profile,
            "keeps_at_gate": keeps_at_gate,
            "notes": notes,
        }, idempotency_key)

    def find_places(self, *, name: str) -> _m.PlaceList:
        """Coordinates of a municipality (GET /portfolio/places).

        name: Name or its beginning, in any language that the place has, with or without accents;
            after a comma the province or district may follow
        """
        return self._send(_r.FIND_PLACES, {"name": name})

    def site(self, id: str) -> _m.Site:
        """One site (GET /portfolio/sites/{id}).

        id: Identifier of the record
        """
        return self._send(_r.GET_SITE, {"id": id})

    def change_site(
        self,
        id: str,
        *,
        name: str | None = None,
        kind: Literal["solar", "wind", "battery", "load", "hybrid"] | None = None,
        technology: Literal["solar", "wind"] | Unset | None = UNSET,
        latitude: float | Unset | None = UNSET,
        longitude: float | Unset | None = UNSET,
        capacity_mw: float | None = None,
        storage_mw: float | Unset | None = UNSET,
        storage_technology: Literal["lithium_ion", "lead_acid", "flow", "pumped_hydro"] | Unset | None = UNSET,
        energy_mwh: float | Unset | None = UNSET,
        efficiency: float | Unset | None = UNSET,
        start_soc: float | Unset | None = UNSET,
        end_soc: float | Unset | None = UNSET,
        max_cycles: float | Unset | None = UNSET,
        wear_cost: float | Unset | None = UNSET,
        offer_floor: float | Unset | None = UNSET,
        profile: Sequence[float] | Unset | None = UNSET,
        keeps_at_gate: Literal["plan", "offer"] | Unset | None = UNSET,
        notes: str | Unset | None = UNSET,
    ) -> _m.Site:
        """Change a site (PATCH /portfolio/sites/{id}).

        id: Identifier of the record
        name: Name for people
        kind: What the site is; `hybrid` is a plant with a battery behind one connection
        technology: Hybrid: what it generates with; null: solar
        latitude: Degrees north; a solar site needs its place
        longitude: Degrees east
        capacity_mw: Power of the plant, the battery or the consumer, MW; of a hybrid that of its
            plant and of its connection
        storage_mw: Hybrid: power of its battery, MW; null: that of the plant
        storage_technology: Battery and hybrid: what the battery stores with, from which its wear cost
            follows where none is given; null: lithium_ion
        energy_mwh: Battery and hybrid: energy that the battery holds, MWh. Load: energy to take in a
            day, at whatever hours; null: it follows its profile
        efficiency: Battery and hybrid: share of the energy drawn that a whole cycle gives back
        start_soc: Battery and hybrid: what the battery holds at the start of a day, percent of
            `energy_mwh`; null: 50
        end_soc: Battery and hybrid: what it holds at least at the end of a day, percent; null: as at
            the start
        max_cycles: Battery and hybrid: most energy taken out of the battery in a day, in fillings of
            it; null: 1.5; 100 never binds
        wear_cost: Battery and hybrid: what its use costs, EUR for each MWh that it gives at the
            connection; null: as usual for its `storage_technology` (lithium_ion 15, lead_acid 60, flow 5,
            pumped_hydro 2); 0: nothing
        offer_floor: Solar, wind and hybrid: the price below which the plant does not produce,
            EUR/MWh; null: it produces at any price
        profile: Share of `capacity_mw`, 0 to 1, that is generated or taken in each local hour 0 to
            23; both hours 2 of the 25-hour day take the same
        keeps_at_gate: What is kept by itself when the gate of the day-ahead auction closes, by the
            last run before it; null: nothing
        notes: Anything worth remembering
        """
        return self._send(_r.CHANGE_SITE, {
            "id": id,
            "name": name,
            "kind": kind,
            "technology": technology,
            "latitude": latitude,
            "longitude": longitude,
            "capacity_mw": capacity_mw,
            "storage_mw": storage_mw,
            "storage_technology": storage_technology,
            "energy_mwh": energy_mwh,
            "efficiency": efficiency,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "wear_cost": wear_cost,
            "offer_floor": offer_floor,
            "profile": profile,
            "keeps_at_gate": keeps_at_gate,
            "notes": notes,
        })

    def delete_site(self, id: str) -> None:
        """Delete a site (DELETE /portfolio/sites/{id}).

        id: Identifier of the record
        """
        self._send(_r.DELETE_SITE, {"id": id})


class AsyncPortfolio:
    """`AsyncLonja.portfolio`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def summary(
        self,
        *,
        date: dt.date | str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
    ) -> _m.PortfolioSummary:
        """All sites: power by kind, and what they are worth tomorrow (GET /portfolio/summary).

        date: Delivery day; tomorrow when absent
        resolution: Length of the delivery periods: hours (default) or quarter hours
        """
        return await self._send(_r.GET_PORTFOLIO_SUMMARY, {"date": date, "resolution": resolution})

    async def value_site(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        curtail: Literal["true", "false"] | None = None,
    ) -> _m.SiteValuation:
        """What a site is expected to earn or cost on a delivery day (GET /portfolio/sites/{id}/valuation).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the delivery periods: hours (default) or quarter hours
        curtail: Whether a plant is held back below its `offer_floor`; `true` for one without a floor:
            below 0. When absent as the site says: only one with a floor is
        """
        return await self._send(_r.VALUE_SITE, {
            "date": date,
            "id": id,
            "resolution": resolution,
            "curtail": curtail,
        })

    async def schedule_site(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        plan: Literal["expected", "robust"] | None = None,
        curtail: Literal["true", "false"] | None = None,
        start_soc: float | None = None,
        end_soc: float | None = None,
        max_cycles: str | None = None,
        from_hour: int | None = None,
        to_hour: int | None = None,
    ) -> _m.SiteSchedule:
        """When a battery, a hybrid or a load that can be shifted should run (GET
        /portfolio/sites/{id}/schedule).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the delivery periods: hours (default) or quarter hours
        plan: `expected` earns most on average over the scenarios; `robust` gives up some of that
            where it loses less on bad days
        curtail: Whether a plant is held back below its `offer_floor`; `true` for one without a floor:
            below 0. When absent as the site says: only one with a floor is
        start_soc: Battery: charge at the start of the day, percent; that of the site when absent,
            without one 50
        end_soc: Battery: least charge at the end of the day, percent; that of the site when absent,
            without one as at the start
        max_cycles: Battery: most energy taken out of it in the day, in fillings; that of the site
            when absent
        from_hour: Load: first local hour that it may run in; 0 when absent
        to_hour: Load: local hour by which it has to be done; 24 when absent
        """
        return await self._send(_r.SCHEDULE_SITE, {
            "date": date,
            "id": id,
            "resolution": resolution,
            "plan": plan,
            "curtail": curtail,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "from_hour": from_hour,
            "to_hour": to_hour,
        })

    async def offer_site(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        plan: Literal["expected", "robust"] | None = None,
        curtail: Literal["true", "false"] | None = None,
        start_soc: float | None = None,
        end_soc: float | None = None,
        max_cycles: str | None = None,
        from_hour: int | None = None,
        to_hour: int | None = None,
        limits: Literal["cost", "none"] | None = None,
        contract_mw: str | None = None,
        layout: Literal["rows", "omie"] | None = None,
        sale_unit: str | None = None,
        purchase_unit: str | None = None,
    ) -> _m.SiteOffer:
        """What a site should offer to the day-ahead auction: steps of price and power by period (GET
        /portfolio/sites/{id}/offer).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the periods; absent: as the auction of the day takes, quarter hours
            since 1 October 2025
        plan: `expected` earns most on average over the scenarios; `robust` gives up some of that
            where it loses less on bad days
        curtail: Whether a plant is held back below its `offer_floor`; `true` for one without a floor:
            below 0. When absent as the site says: only one with a floor is
        start_soc: Battery: charge at the start of the day, percent; that of the site when absent,
            without one 50
        end_soc: Battery: least charge at the end of the day, percent; that of the site when absent,
            without one as at the start
        max_cycles: Battery: most energy taken out of it in the day, in fillings; that of the site
            when absent
        from_hour: Load: first local hour that it may run in; 0 when absent
        to_hour: Load: local hour by which it has to be done; 24 when absent
        limits: At which prices a battery trades: `cost`, where it pays by what its energy costs, loss
            and wear; `none`, at any price, so that it does what is planned
        contract_mw: Plant, hybrid or load: power that bilateral contracts deliver, or bring, in every
            period, and that is not offered
        layout: Of CSV: `rows`, a row a step with everything about it; `omie`, the fields of OMIE's
            message of offers, refused with 422 while a check fails
        sale_unit: With `layout=omie`: code of the unit that sells
        purchase_unit: With `layout=omie`: code of the unit that buys
        """
        return await self._send(_r.OFFER_SITE, {
            "date": date,
            "id": id,
            "resolution": resolution,
            "plan": plan,
            "curtail": curtail,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "limits": limits,
            "contract_mw": contract_mw,
            "layout": layout,
            "sale_unit": sale_unit,
            "purchase_unit": purchase_unit,
        })

    async def offer_site_csv(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        plan: Literal["expected", "robust"] | None = None,
        curtail: Literal["true", "false"] | None = None,
        start_soc: float | None = None,
        end_soc: float | None = None,
        max_cycles: str | None = None,
        from_hour: int | None = None,
        to_hour: int | None = None,
        limits: Literal["cost", "none"] | None = None,
        contract_mw: str | None = None,
        layout: Literal["rows", "omie"] | None = None,
        sale_unit: str | None = None,
        purchase_unit: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What a site should offer to the day-ahead auction: steps of price and power by period, as CSV (GET
        /portfolio/sites/{id}/offer).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the periods; absent: as the auction of the day takes, quarter hours
            since 1 October 2025
        plan: `expected` earns most on average over the scenarios; `robust` gives up some of that
            where it loses less on bad days
        curtail: Whether a plant is held back below its `offer_floor`; `true` for one without a floor:
            below 0. When absent as the site says: only one with a floor is
        start_soc: Battery: charge at the start of the day, percent; that of the site when absent,
            without one 50
        end_soc: Battery: least charge at the end of the day, percent; that of the site when absent,
            without one as at the start
        max_cycles: Battery: most energy taken out of it in the day, in fillings; that of the site
            when absent
        from_hour: Load: first local hour that it may run in; 0 when absent
        to_hour: Load: local hour by which it has to be done; 24 when absent
        limits: At which prices a battery trades: `cost`, where it pays by what its energy costs, loss
            and wear; `none`, at any price, so that it does what is planned
        contract_mw: Plant, hybrid or load: power that bilateral contracts deliver, or bring, in every
            period, and that is not offered
        layout: Of CSV: `rows`, a row a step with everything about it; `omie`, the fields of OMIE's
            message of offers, refused with 422 while a check fails
        sale_unit: With `layout=omie`: code of the unit that sells
        purchase_unit: With `layout=omie`: code of the unit that buys
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.OFFER_SITE.as_csv(), {
            "date": date,
            "id": id,
            "resolution": resolution,
            "plan": plan,
            "curtail": curtail,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "from_hour": from_hour,
            "to_hour": to_hour,
            "limits": limits,
            "contract_mw": contract_mw,
            "layout": layout,
            "sale_unit": sale_unit,
            "purchase_unit": purchase_unit,
            "locale": locale,
            "format": "csv",
        })

    async def value_waiting(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        max_loss: str | None = None,
        confidence: str | None = None,
    ) -> _m.SiteWaiting:
        """What it is worth for a site to wait for an intraday auction, and at which risk (GET
        /portfolio/sites/{id}/waiting).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the delivery periods: hours (default) or quarter hours
        max_loss: The most that waiting may lose against the day-ahead price over the day, EUR; with
            it the answer has the size of position that keeps to it
        confidence: With which probability no more is lost
        """
        return await self._send(_r.VALUE_WAITING, {
            "date": date,
            "id": id,
            "resolution": resolution,
            "max_loss": max_loss,
            "confidence": confidence,
        })

    async def value_waiting_csv(
        self,
        id: str,
        *,
        date: dt.date | str,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        max_loss: str | None = None,
        confidence: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What it is worth for a site to wait for an intraday auction, and at which risk, as CSV (GET
        /portfolio/sites/{id}/waiting).

        date: Delivery day in Europe/Madrid
        id: Identifier of the record
        resolution: Length of the delivery periods: hours (default) or quarter hours
        max_loss: The most that waiting may lose against the day-ahead price over the day, EUR; with
            it the answer has the size of position that keeps to it
        confidence: With which probability no more is lost
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.VALUE_WAITING.as_csv(), {
            "date": date,
            "id": id,
            "resolution": resolution,
            "max_loss": max_loss,
            "confidence": confidence,
            "locale": locale,
            "format": "csv",
        })

    async def keep_plan(
        self,
        id: str,
        *,
        date: dt.date | str,
        kind: Literal["plan", "offer"] | None = None,
        plan: Literal["expected", "robust"] | None = None,
        limits: Literal["cost", "none"] | None = None,
        contract_mw: float | None = None,
        start_soc: float | None = None,
        end_soc: float | None = None,
        max_cycles: float | None = None,
        idempotency_key: str | None = None,
    ) -> _m.KeptPlan:
        """Keep the plan or the offer of a site as it is now (POST /portfolio/sites/{id}/kept-plans).

        id: Identifier of the record
        date: Delivery day in Europe/Madrid
        kind: The plan, which stands at any price, or the offer with its steps
        plan: As of the schedule
        limits: As of the offer
        contract_mw: As of the offer, MW
        start_soc: Battery: charge at the start of the day, percent; as the site says when absent
        end_soc: Battery: least charge at the end of the day, percent; as the site says when absent
        max_cycles: Battery: most fillings taken out in the day; as the site says when absent
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.KEEP_PLAN, {
            "id": id,
            "date": date,
            "kind": kind,
            "plan": plan,
            "limits": limits,
            "contract_mw": contract_mw,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
        }, idempotency_key)

    async def kept_plans(
        self,
        *,
        site_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.KeptPlanPage:
        """Kept plans and offers with what came of them, the newest day first (GET /portfolio/kept-plans).

        site_id: Only of this site
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_KEPT_PLANS, {
            "site_id": site_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
        })

    async def kept_plans_csv(
        self,
        *,
        site_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Kept plans and offers with what came of them, the newest day first, as CSV (GET
        /portfolio/kept-plans).

        site_id: Only of this site
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.LIST_KEPT_PLANS.as_csv(), {
            "site_id": site_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    async def kept_plan(self, id: str) -> _m.KeptPlanDetail:
        """A kept plan or offer, period by period, with all its settlements (GET /portfolio/kept-plans/{id}).

        id: Identifier of the record
        """
        return await self._send(_r.GET_KEPT_PLAN, {"id": id})

    async def settlements(
        self,
        *,
        site_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["day", "month", "site"] | None = None,
    ) -> _m.Settlements:
        """What kept plans earned and missed, by day, month or site (GET /portfolio/settlements).

        site_id: Only of this site
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What a row is of; of several plans of a site and a day the one that was kept last
            counts
        """
        return await self._send(_r.GET_SETTLEMENTS, {
            "site_id": site_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
        })

    async def settlements_csv(
        self,
        *,
        site_id: str | None = None,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        group_by: Literal["day", "month", "site"] | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What kept plans earned and missed, by day, month or site, as CSV (GET /portfolio/settlements).

        site_id: Only of this site
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        group_by: What a row is of; of several plans of a site and a day the one that was kept last
            counts
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_SETTLEMENTS.as_csv(), {
            "site_id": site_id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "group_by": group_by,
            "locale": locale,
            "format": "csv",
        })

    async def put_site_profile(
        self,
        id: str,
        *,
        days: Sequence[_m.PutSiteProfileDay] | None = None,
        csv: str | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        dry_run: bool | None = None,
    ) -> _m.PutProfile:
        """Upload what a plant generates or a load takes on single days (PUT /portfolio/sites/{id}/profile).

        id: Identifier of the record
        days: Up to 62 whole days; or send `csv`
        csv: The same as CSV: `mw` with `date` and `period` (1 to 25, or 1 to 100), or with `time`, an
            instant with its offset
        resolution: Of the periods of `csv`; when absent as its numbers or instants say
        dry_run: Only say what would be stored; nothing is
        """
        return await self._send(_r.PUT_SITE_PROFILE, {
            "id": id,
            "days": days,
            "csv": csv,
            "resolution": resolution,
            "dry_run": dry_run,
        })

    async def site_profile(
        self,
        id: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
    ) -> _m.Profile:
        """What was uploaded of the days of a plant or a load (GET /portfolio/sites/{id}/profile).

        id: Identifier of the record
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        """
        return await self._send(_r.GET_SITE_PROFILE, {
            "id": id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
        })

    async def site_profile_csv(
        self,
        id: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What was uploaded of the days of a plant or a load, as CSV (GET /portfolio/sites/{id}/profile).

        id: Identifier of the record
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_SITE_PROFILE.as_csv(), {
            "id": id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "locale": locale,
            "format": "csv",
        })

    async def delete_site_profile(self, id: str, date: dt.date | str) -> None:
        """Delete what was uploaded of a day of a plant or a load (DELETE
        /portfolio/sites/{id}/profile/{date}).

        id: Identifier of the record
        date: Delivery day
        """
        await self._send(_r.DELETE_SITE_PROFILE, {"id": id, "date": date})

    async def replan_site(
        self,
        id: str,
        *,
        measured: Sequence[_m.ReplanSiteMeasured] | None = None,
        csv: str | None = None,
        plan: Literal["expected", "robust"] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        end_soc: float | None = None,
        max_cycles: float | None = None,
    ) -> _m.Replan:
        """Plan the rest of a day from the real state of charge (POST /portfolio/sites/{id}/replan).

        id: Identifier of the record
        measured: What was measured, in any order, all of one delivery day; or send `csv`; without
            both what is stored of today
        csv: The same as CSV: columns `time` and `soc`, at most 1500 rows
        plan: As of the schedule
        resolution: Length of the delivery periods: hours (default) or quarter hours
        end_soc: Least charge at the end of the day, percent; as the site says when absent
        max_cycles: Most fillings taken out in the whole day; as the site says when absent
        """
        return await self._send(_r.REPLAN_SITE, {
            "id": id,
            "measured": measured,
            "csv": csv,
            "plan": plan,
            "resolution": resolution,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
        })

    async def put_site_charge(
        self,
        id: str,
        *,
        measured: Sequence[_m.PutSiteChargeMeasured] | None = None,
        csv: str | None = None,
    ) -> _m.PutCharge:
        """Upload what a battery really held (PUT /portfolio/sites/{id}/charge).

        id: Identifier of the record
        measured: What was measured, in any order; or send `csv`
        csv: The same as CSV: columns `time` and `soc`, at most 1500 rows
        """
        return await self._send(_r.PUT_SITE_CHARGE, {"id": id, "measured": measured, "csv": csv})

    async def site_charge(
        self,
        id: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
    ) -> _m.SiteCharge:
        """What a battery really held, as it was uploaded (GET /portfolio/sites/{id}/charge).

        id: Identifier of the record
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        """
        return await self._send(_r.GET_SITE_CHARGE, {
            "id": id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
        })

    async def site_charge_csv(
        self,
        id: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """What a battery really held, as it was uploaded, as CSV (GET /portfolio/sites/{id}/charge).

        id: Identifier of the record
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.GET_SITE_CHARGE.as_csv(), {
            "id": id,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "locale": locale,
            "format": "csv",
        })

    async def sites(
        self,
        *,
        kind: Literal["solar", "wind", "battery", "load", "hybrid"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.SitePage:
        """Sites of the tenant, the newest first (GET /portfolio/sites).

        kind: Only sites of this kind
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_SITES, {"kind": kind, "page": page, "page_size": page_size})

    async def create_site(
        self,
        *,
        name: str,
        kind: Literal["solar", "wind", "battery", "load", "hybrid"],
        capacity_mw: float,
        technology: Literal["solar", "wind"] | Unset | None = UNSET,
        latitude: float | Unset | None = UNSET,
        longitude: float | Unset | None = UNSET,
        storage_mw: float | Unset | None = UNSET,
        storage_technology: Literal["lithium_ion", "lead_acid", "flow", "pumped_hydro"] | Unset | None = UNSET,
        energy_mwh: float | Unset | None = UNSET,
        efficiency: float | Unset | None = UNSET,
        start_soc: float | Unset | None = UNSET,
        end_soc: float | Unset | None = UNSET,
        max_cycles: float | Unset | None = UNSET,
        wear_cost: float | Unset | None = UNSET,
        offer_floor: float | Unset | None = UNSET,
        profile: Sequence[float] | Unset | None = UNSET,
        keeps_at_gate: Literal["plan", "offer"] | Unset | None = UNSET,
        notes: str | Unset | None = UNSET,
        idempotency_key: str | None = None,
    ) -> _m.Site:
        """Add a site (POST /portfolio/sites).

        name: Name for people
        kind: What the site is; `hybrid` is a plant with a battery behind one connection
        capacity_mw: Power of the plant, the battery or the consumer, MW; of a hybrid that of its
            plant and of its connection
        technology: Hybrid: what it generates with; null: solar
        latitude: Degrees north; a solar site needs its place
        longitude: Degrees east
        storage_mw: Hybrid: power of its battery, MW; null: that of the plant
        storage_technology: Battery and hybrid: what the battery stores with, from which its wear cost
            follows where none is given; null: lithium_ion
        energy_mwh: Battery and hybrid: energy that the battery holds, MWh. Load: energy to take in a
            day, at whatever hours; null: it follows its profile
        efficiency: Battery and hybrid: share of the energy drawn that a whole cycle gives back
        start_soc: Battery and hybrid: what the battery holds at the start of a day, percent of
            `energy_mwh`; null: 50
        end_soc: Battery and hybrid: what it holds at least at the end of a day, percent; null: as at
            the start
        max_cycles: Battery and hybrid: most energy taken out of the battery in a day, in fillings of
            it; null: 1.5; 100 never binds
        wear_cost: Battery and hybrid: what its use costs, EUR for each MWh that it gives at the
            connection; null: as usual for its `storage_technology` (lithium_ion 15, lead_acid 60, flow 5,
            pumped_hydro 2); 0: nothing
        offer_floor: Solar, wind and hybrid: the price below which the plant does not produce,
            EUR/MWh; null: it produces at any price
        profile: Share of `capacity_mw`, 0 to 1, that is generated or taken in each local hour 0 to
            23; both hours 2 of the 25-hour day take the same
        keeps_at_gate: What is kept by itself when the gate of the day-ahead auction closes, by the
            last run before it; null: nothing
        notes: Anything worth remembering
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.CREATE_SITE, {
            "name": name,
            "kind": kind,
            "capacity_mw": capacity_mw,
            "technology": technology,
            "latitude": latitude,
            "longitude": longitude,
            "storage_mw": storage_mw,
            "storage_technology": storage_technology,
            "energy_mwh": energy_mwh,
            "efficiency": efficiency,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "wear_cost": wear_cost,
            "offer_floor": offer_floor,
            "profile": profile,
            "keeps_at_gate": keeps_at_gate,
            "notes": notes,
        }, idempotency_key)

    async def find_places(self, *, name: str) -> _m.PlaceList:
        """Coordinates of a municipality (GET /portfolio/places).

        name: Name or its beginning, in any language that the place has, with or without accents;
            after a comma the province or district may follow
        """
        return await self._send(_r.FIND_PLACES, {"name": name})

    async def site(self, id: str) -> _m.Site:
        """One site (GET /portfolio/sites/{id}).

        id: Identifier of the record
        """
        return await self._send(_r.GET_SITE, {"id": id})

    async def change_site(
        self,
        id: str,
        *,
        name: str | None = None,
        kind: Literal["solar", "wind", "battery", "load", "hybrid"] | None = None,
        technology: Literal["solar", "wind"] | Unset | None = UNSET,
        latitude: float | Unset | None = UNSET,
        longitude: float | Unset | None = UNSET,
        capacity_mw: float | None = None,
        storage_mw: float | Unset | None = UNSET,
        storage_technology: Literal["lithium_ion", "lead_acid", "flow", "pumped_hydro"] | Unset | None = UNSET,
        energy_mwh: float | Unset | None = UNSET,
        efficiency: float | Unset | None = UNSET,
        start_soc: float | Unset | None = UNSET,
        end_soc: float | Unset | None = UNSET,
        max_cycles: float | Unset | None = UNSET,
        wear_cost: float | Unset | None = UNSET,
        offer_floor: float | Unset | None = UNSET,
        profile: Sequence[float] | Unset | None = UNSET,
        keeps_at_gate: Literal["plan", "offer"] | Unset | None = UNSET,
        notes: str | Unset | None = UNSET,
    ) -> _m.Site:
        """Change a site (PATCH /portfolio/sites/{id}).

        id: Identifier of the record
        name: Name for people
        kind: What the site is; `hybrid` is a plant with a battery behind one connection
        technology: Hybrid: what it generates with; null: solar
        latitude: Degrees north; a solar site needs its place
        longitude: Degrees east
        capacity_mw: Power of the plant, the battery or the consumer, MW; of a hybrid that of its
            plant and of its connection
        storage_mw: Hybrid: power of its battery, MW; null: that of the plant
        storage_technology: Battery and hybrid: what the battery stores with, from which its wear cost
            follows where none is given; null: lithium_ion
        energy_mwh: Battery and hybrid: energy that the battery holds, MWh. Load: energy to take in a
            day, at whatever hours; null: it follows its profile
        efficiency: Battery and hybrid: share of the energy drawn that a whole cycle gives back
        start_soc: Battery and hybrid: what the battery holds at the start of a day, percent of
            `energy_mwh`; null: 50
        end_soc: Battery and hybrid: what it holds at least at the end of a day, percent; null: as at
            the start
        max_cycles: Battery and hybrid: most energy taken out of the battery in a day, in fillings of
            it; null: 1.5; 100 never binds
        wear_cost: Battery and hybrid: what its use costs, EUR for each MWh that it gives at the
            connection; null: as usual for its `storage_technology` (lithium_ion 15, lead_acid 60, flow 5,
            pumped_hydro 2); 0: nothing
        offer_floor: Solar, wind and hybrid: the price below which the plant does not produce,
            EUR/MWh; null: it produces at any price
        profile: Share of `capacity_mw`, 0 to 1, that is generated or taken in each local hour 0 to
            23; both hours 2 of the 25-hour day take the same
        keeps_at_gate: What is kept by itself when the gate of the day-ahead auction closes, by the
            last run before it; null: nothing
        notes: Anything worth remembering
        """
        return await self._send(_r.CHANGE_SITE, {
            "id": id,
            "name": name,
            "kind": kind,
            "technology": technology,
            "latitude": latitude,
            "longitude": longitude,
            "capacity_mw": capacity_mw,
            "storage_mw": storage_mw,
            "storage_technology": storage_technology,
            "energy_mwh": energy_mwh,
            "efficiency": efficiency,
            "start_soc": start_soc,
            "end_soc": end_soc,
            "max_cycles": max_cycles,
            "wear_cost": wear_cost,
            "offer_floor": offer_floor,
            "profile": profile,
            "keeps_at_gate": keeps_at_gate,
            "notes": notes,
        })

    async def delete_site(self, id: str) -> None:
        """Delete a site (DELETE /portfolio/sites/{id}).

        id: Identifier of the record
        """
        await self._send(_r.DELETE_SITE, {"id": id})


class Events:
    """`Lonja.events`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        after: str | None = None,
        event: Literal["forecast.published", "forecast.changed", "prices.published", "alert.fired"] | None = None,
        market_id: str | None = None,
        page_size: int | None = None,
    ) -> _m.EventList:
        """Events after a given one, oldest first (GET /events).

        after: The last event that was seen; absent: begin with the oldest that is kept
        event: Only events of this type
        market_id: Market of the events, or `all`
        page_size: Records in a page
        """
        return self._send(_r.LIST_EVENTS, {
            "after": after,
            "event": event,
            "market_id": market_id,
            "page_size": page_size,
        })


class AsyncEvents:
    """`AsyncLonja.events`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(
        self,
        *,
        after: str | None = None,
        event: Literal["forecast.published", "forecast.changed", "prices.published", "alert.fired"] | None = None,
        market_id: str | None = None,
        page_size: int | None = None,
    ) -> _m.EventList:
        """Events after a given one, oldest first (GET /events).

        after: The last event that was seen; absent: begin with the oldest that is kept
        event: Only events of this type
        market_id: Market of the events, or `all`
        page_size: Records in a page
        """
        return await self._send(_r.LIST_EVENTS, {
            "after": after,
            "event": event,
            "market_id": market_id,
            "page_size": page_size,
        })


class Webhooks:
    """`Lonja.webhooks`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.WebhookPage:
        """Webhook endpoints, the newest first (GET /webhooks).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_WEBHOOKS, {"page": page, "page_size": page_size})

    def create(
        self,
        *,
        name: str,
        url: str,
        events: Sequence[Literal["forecast.published", "forecast.changed", "prices.published", "alert.fired"]],
        market_ids: Sequence[str] | None = None,
        quantiles: Sequence[int] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        idempotency_key: str | None = None,
    ) -> _m.CreatedWebhook:
        """Register a webhook endpoint (POST /webhooks).

        name: Name for people
        url: https, port 443 or above 1024, a host of the public internet, no user name
        events: Events to send
        market_ids: Markets whose events are sent
        quantiles: Quantiles that each point of `forecast.published` and `forecast.changed` is sent
            with, in percent; none: as without
        resolution: Periods that points are sent for: hours, or quarter hours where the run or the
            prices have them
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.CREATE_WEBHOOK, {
            "name": name,
            "url": url,
            "events": events,
            "market_ids": market_ids,
            "quantiles": quantiles,
            "resolution": resolution,
        }, idempotency_key)

    def get(self, id: str) -> _m.Webhook:
        """One webhook endpoint (GET /webhooks/{id}).

        id: Identifier of the endpoint
        """
        return self._send(_r.GET_WEBHOOK, {"id": id})

    def change(
        self,
        id: str,
        *,
        name: str | None = None,
        url: str | None = None,
        events: Sequence[Literal["forecast.published", "forecast.changed", "prices.published", "alert.fired"]] | None = None,
        market_ids: Sequence[str] | None = None,
        quantiles: Sequence[int] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        state: Literal["active", "disabled"] | None = None,
    ) -> _m.Webhook:
        """Change, disable or activate a webhook endpoint (PATCH /webhooks/{id}).

        id: Identifier of the endpoint
        name: Name for people
        url: https, port 443 or above 1024, a host of the public internet, no user name
        events: Events to send
        market_ids: Markets whose events are sent
        quantiles: Quantiles that each point of `forecast.published` and `forecast.changed` is sent
            with, in percent; none: as without
        resolution: Periods that points are sent for: hours, or quarter hours where the run or the
            prices have them
        state: disabled: nothing is sent, what waits has failed; active: sending begins again
        """
        return self._send(_r.CHANGE_WEBHOOK, {
            "id": id,
            "name": name,
            "url": url,
            "events": events,
            "market_ids": market_ids,
            "quantiles": quantiles,
            "resolution": resolution,
            "state": state,
        })

    def delete(self, id: str) -> None:
        """Delete a webhook endpoint and its delivery log (DELETE /webhooks/{id}).

        id: Identifier of the endpoint
        """
        self._send(_r.DELETE_WEBHOOK, {"id": id})

    def rotate_secret(
        self,
        id: str,
        *,
        grace_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> _m.RotatedSecret:
        """Replace the secret of a webhook endpoint (POST /webhooks/{id}/rotate-secret).

        id: Identifier of the endpoint
        grace_seconds: How long deliveries are signed with the old secret as well; absent: not at all;
            0: every earlier secret ends
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.ROTATE_WEBHOOK_SECRET, {"id": id, "grace_seconds": grace_seconds}, idempotency_key)

    def test(self, id: str, *, idempotency_key: str | None = None) -> _m.QueuedDelivery:
        """Send a ping to a webhook endpoint (POST /webhooks/{id}/test).

        id: Identifier of the endpoint
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.TEST_WEBHOOK, {"id": id}, idempotency_key)

    def deliveries(
        self,
        id: str,
        *,
        state: Literal["pending", "succeeded", "failed"] | None = None,
        event: Literal["forecast.published", "forecast.changed", "prices.published", "alert.fired", "ping"] | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.WebhookDeliveryPage:
        """Deliveries to a webhook endpoint, the newest first; kept for 30 days (GET
        /webhooks/{id}/deliveries).

        id: Identifier of the endpoint
        state: Only deliveries in this state
        event: Only deliveries of this event
        from_: Created at or after this instant
        to: Created before this instant
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_WEBHOOK_DELIVERIES, {
            "id": id,
            "state": state,
            "event": event,
            "from": from_,
            "to": to,
            "page": page,
            "page_size": page_size,
        })

    def delivery(self, id: str, delivery_id: str) -> _m.WebhookDeliveryDetail:
        """One delivery with its attempts (GET /webhooks/{id}/deliveries/{delivery_id}).

        id: Identifier of the endpoint
        delivery_id: Identifier of the delivery
        """
        return self._send(_r.GET_WEBHOOK_DELIVERY, {"id": id, "delivery_id": delivery_id})

    def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> _m.QueuedDelivery:
        """Send a delivery again under its id (POST /webhooks/{id}/deliveries/{delivery_id}/redeliver).

        id: Identifier of the endpoint
        delivery_id: Identifier of the delivery
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.REDELIVER_WEBHOOK, {"id": id, "delivery_id": delivery_id}, idempotency_key)

    def replay(
        self,
        id: str,
        *,
        from_: dt.datetime | str,
        to: dt.datetime | str,
        idempotency_key: str | None = None,
    ) -> _m.ReplayAnswer:
        """Send the events of a span of time again (POST /webhooks/{id}/replay).

        id: Identifier of the endpoint
        from_: First instant of the span
        to: End of the span, exclusive
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.REPLAY_WEBHOOK, {"id": id, "from": from_, "to": to}, idempotency_key)


class AsyncWebhooks:
    """`AsyncLonja.webhooks`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.WebhookPage:
        """Webhook endpoints, the newest first (GET /webhooks).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_WEBHOOKS, {"page": page, "page_size": page_size})

    async def create(
        self,
        *,
        name: str,
        url: str,
        events: Sequence[Literal["forecast.published", "forecast.changed", "prices.published", "alert.fired"]],
        market_ids: Sequence[str] | None = None,
        quantiles: Sequence[int] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        idempotency_key: str | None = None,
    ) -> _m.CreatedWebhook:
        """Register a webhook endpoint (POST /webhooks).

        name: Name for people
        url: https, port 443 or above 1024, a host of the public internet, no user name
        events: Events to send
        market_ids: Markets whose events are sent
        quantiles: Quantiles that each point of `forecast.published` and `forecast.changed` is sent
            with, in percent; none: as without
        resolution: Periods that points are sent for: hours, or quarter hours where the run or the
            prices have them
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.CREATE_WEBHOOK, {
            "name": name,
            "url": url,
            "events": events,
            "market_ids": market_ids,
            "quantiles": quantiles,
            "resolution": resolution,
        }, idempotency_key)

    async def get(self, id: str) -> _m.Webhook:
        """One webhook endpoint (GET /webhooks/{id}).

        id: Identifier of the endpoint
        """
        return await self._send(_r.GET_WEBHOOK, {"id": id})

    async def change(
        self,
        id: str,
        *,
        name: str | None = None,
        url: str | None = None,
        events: Sequence[Literal["forecast.published", "forecast.changed", "prices.published", "alert.fired"]] | None = None,
        market_ids: Sequence[str] | None = None,
        quantiles: Sequence[int] | None = None,
        resolution: Literal["PT1H", "PT15M"] | None = None,
        state: Literal["active", "disabled"] | None = None,
    ) -> _m.Webhook:
        """Change, disable or activate a webhook endpoint (PATCH /webhooks/{id}).

        id: Identifier of the endpoint
        name: Name for people
        url: https, port 443 or above 1024, a host of the public internet, no user name
        events: Events to send
        market_ids: Markets whose events are sent
        quantiles: Quantiles that each point of `forecast.published` and `forecast.changed` is sent
            with, in percent; none: as without
        resolution: Periods that points are sent for: hours, or quarter hours where the run or the
            prices have them
        state: disabled: nothing is sent, what waits has failed; active: sending begins again
        """
        return await self._send(_r.CHANGE_WEBHOOK, {
            "id": id,
            "name": name,
            "url": url,
            "events": events,
            "market_ids": market_ids,
            "quantiles": quantiles,
            "resolution": resolution,
            "state": state,
        })

    async def delete(self, id: str) -> None:
        """Delete a webhook endpoint and its delivery log (DELETE /webhooks/{id}).

        id: Identifier of the endpoint
        """
        await self._send(_r.DELETE_WEBHOOK, {"id": id})

    async def rotate_secret(
        self,
        id: str,
        *,
        grace_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> _m.RotatedSecret:
        """Replace the secret of a webhook endpoint (POST /webhooks/{id}/rotate-secret).

        id: Identifier of the endpoint
        grace_seconds: How long deliveries are signed with the old secret as well; absent: not at all;
            0: every earlier secret ends
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.ROTATE_WEBHOOK_SECRET, {"id": id, "grace_seconds": grace_seconds}, idempotency_key)

    async def test(self, id: str, *, idempotency_key: str | None = None) -> _m.QueuedDelivery:
        """Send a ping to a webhook endpoint (POST /webhooks/{id}/test).

        id: Identifier of the endpoint
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.TEST_WEBHOOK, {"id": id}, idempotency_key)

    async def deliveries(
        self,
        id: str,
        *,
        state: Literal["pending", "succeeded", "failed"] | None = None,
        event: Literal["forecast.published", "forecast.changed", "prices.published", "alert.fired", "ping"] | None = None,
        from_: dt.datetime | str | None = None,
        to: dt.datetime | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.WebhookDeliveryPage:
        """Deliveries to a webhook endpoint, the newest first; kept for 30 days (GET
        /webhooks/{id}/deliveries).

        id: Identifier of the endpoint
        state: Only deliveries in this state
        event: Only deliveries of this event
        from_: Created at or after this instant
        to: Created before this instant
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_WEBHOOK_DELIVERIES, {
            "id": id,
            "state": state,
            "event": event,
            "from": from_,
            "to": to,
            "page": page,
            "page_size": page_size,
        })

    async def delivery(self, id: str, delivery_id: str) -> _m.WebhookDeliveryDetail:
        """One delivery with its attempts (GET /webhooks/{id}/deliveries/{delivery_id}).

        id: Identifier of the endpoint
        delivery_id: Identifier of the delivery
        """
        return await self._send(_r.GET_WEBHOOK_DELIVERY, {"id": id, "delivery_id": delivery_id})

    async def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> _m.QueuedDelivery:
        """Send a delivery again under its id (POST /webhooks/{id}/deliveries/{delivery_id}/redeliver).

        id: Identifier of the endpoint
        delivery_id: Identifier of the delivery
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.REDELIVER_WEBHOOK, {"id": id, "delivery_id": delivery_id}, idempotency_key)

    async def replay(
        self,
        id: str,
        *,
        from_: dt.datetime | str,
        to: dt.datetime | str,
        idempotency_key: str | None = None,
    ) -> _m.ReplayAnswer:
        """Send the events of a span of time again (POST /webhooks/{id}/replay).

        id: Identifier of the endpoint
        from_: First instant of the span
        to: End of the span, exclusive
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.REPLAY_WEBHOOK, {"id": id, "from": from_, "to": to}, idempotency_key)


class Account:
    """`Lonja.account`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def me(self) -> _m.Me:
        """The signed-in user (GET /auth/me)."""
        return self._send(_r.GET_ME, {})

    def change_me(
        self,
        *,
        full_name: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> _m.Me:
        """Change name or language (PATCH /auth/me).

        full_name: Name of the person
        locale: Language of mail and pages
        """
        return self._send(_r.CHANGE_ME, {"full_name": full_name, "locale": locale})

    def change_password(self, *, current_password: str, new_password: str) -> _m.TokenResponse:
        """Change the password (POST /auth/password).

        current_password: Password of 8 to 128 characters; refused are the commonest ones,
            repetitions, sequences, the own address and the name of the organisation
        new_password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        """
        return self._send(_r.CHANGE_PASSWORD, {
            "current_password": current_password,
            "new_password": new_password,
        })

    def enrol_totp(self, *, password: str) -> _m.TotpOffer:
        """Get a secret for an authenticator (POST /auth/totp/enrol).

        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        """
        return self._send(_r.ENROL_TOTP, {"password": password})

    def confirm_totp(self, *, otp: str) -> _m.TotpConfirmed:
        """Put the second factor in force with a first code (POST /auth/totp/confirm).

        otp: Code of 6 digits
        """
        return self._send(_r.CONFIRM_TOTP, {"otp": otp})

    def renew_recovery_codes(self, *, password: str, otp: str | None = None) -> _m.RecoveryCodes:
        """Get new recovery codes; the old ones work no more (POST /auth/totp/recovery-codes).

        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        otp: Current code of the second factor, where the account has one, or a recovery code
        """
        return self._send(_r.RENEW_RECOVERY_CODES, {"password": password, "otp": otp})

    def remove_totp(self, *, password: str, otp: str | None = None) -> _m.TotpState:
        """Remove the second factor (POST /auth/totp/remove).

        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        otp: Current code of the second factor, where the account has one, or a recovery code
        """
        return self._send(_r.REMOVE_TOTP, {"password": password, "otp": otp})

    def sessions(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.SessionPage:
        """The user's live sessions, the newest first (GET /auth/sessions).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_SESSIONS, {"page": page, "page_size": page_size})

    def end_session(self, id: str) -> None:
        """End one of the own sessions (DELETE /auth/sessions/{id}).

        id: Identifier of the record
        """
        self._send(_r.END_SESSION, {"id": id})

    def logout(self) -> None:
        """End the session of this request (POST /auth/logout)."""
        self._send(_r.LOGOUT, {})

    def export_me(self) -> _m.PersonCopy:
        """A copy of what is stored about the signed-in user (GET /auth/me/export)."""
        return self._send(_r.EXPORT_ME, {})

    def erase_me(
        self,
        *,
        password: str,
        otp: str | None = None,
        revoke_api_keys: bool | None = None,
    ) -> _m.Erasure:
        """Erase the signed-in user (POST /auth/me/erase).

        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        otp: Current code of the second factor, where the account has one, or a recovery code
        revoke_api_keys: True revokes the API keys that the person made; they work on without that:
            they are the tenant's
        """
        return self._send(_r.ERASE_ME, {
            "password": password,
            "otp": otp,
            "revoke_api_keys": revoke_api_keys,
        })


class AsyncAccount:
    """`AsyncLonja.account`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def me(self) -> _m.Me:
        """The signed-in user (GET /auth/me)."""
        return await self._send(_r.GET_ME, {})

    async def change_me(
        self,
        *,
        full_name: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> _m.Me:
        """Change name or language (PATCH /auth/me).

        full_name: Name of the person
        locale: Language of mail and pages
        """
        return await self._send(_r.CHANGE_ME, {"full_name": full_name, "locale": locale})

    async def change_password(self, *, current_password: str, new_password: str) -> _m.TokenResponse:
        """Change the password (POST /auth/password).

        current_password: Password of 8 to 128 characters; refused are the commonest ones,
            repetitions, sequences, the own address and the name of the organisation
        new_password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        """
        return await self._send(_r.CHANGE_PASSWORD, {
            "current_password": current_password,
            "new_password": new_password,
        })

    async def enrol_totp(self, *, password: str) -> _m.TotpOffer:
        """Get a secret for an authenticator (POST /auth/totp/enrol).

        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        """
        return await self._send(_r.ENROL_TOTP, {"password": password})

    async def confirm_totp(self, *, otp: str) -> _m.TotpConfirmed:
        """Put the second factor in force with a first code (POST /auth/totp/confirm).

        otp: Code of 6 digits
        """
        return await self._send(_r.CONFIRM_TOTP, {"otp": otp})

    async def renew_recovery_codes(self, *, password: str, otp: str | None = None) -> _m.RecoveryCodes:
        """Get new recovery codes; the old ones work no more (POST /auth/totp/recovery-codes).

        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        otp: Current code of the second factor, where the account has one, or a recovery code
        """
        return await self._send(_r.RENEW_RECOVERY_CODES, {"password": password, "otp": otp})

    async def remove_totp(self, *, password: str, otp: str | None = None) -> _m.TotpState:
        """Remove the second factor (POST /auth/totp/remove).

        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        otp: Current code of the second factor, where the account has one, or a recovery code
        """
        return await self._send(_r.REMOVE_TOTP, {"password": password, "otp": otp})

    async def sessions(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.SessionPage:
        """The user's live sessions, the newest first (GET /auth/sessions).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_SESSIONS, {"page": page, "page_size": page_size})

    async def end_session(self, id: str) -> None:
        """End one of the own sessions (DELETE /auth/sessions/{id}).

        id: Identifier of the record
        """
        await self._send(_r.END_SESSION, {"id": id})

    async def logout(self) -> None:
        """End the session of this request (POST /auth/logout)."""
        await self._send(_r.LOGOUT, {})

    async def export_me(self) -> _m.PersonCopy:
        """A copy of what is stored about the signed-in user (GET /auth/me/export)."""
        return await self._send(_r.EXPORT_ME, {})

    async def erase_me(
        self,
        *,
        password: str,
        otp: str | None = None,
        revoke_api_keys: bool | None = None,
    ) -> _m.Erasure:
        """Erase the signed-in user (POST /auth/me/erase).

        password: Password of 8 to 128 characters; refused are the commonest ones, repetitions,
            sequences, the own address and the name of the organisation
        otp: Current code of the second factor, where the account has one, or a recovery code
        revoke_api_keys: True revokes the API keys that the person made; they work on without that:
            they are the tenant's
        """
        return await self._send(_r.ERASE_ME, {
            "password": password,
            "otp": otp,
            "revoke_api_keys": revoke_api_keys,
        })


class Tenant:
    """`Lonja.tenant`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def users(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.UserPage:
        """Users of the tenant, the oldest first (GET /auth/users).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_USERS, {"page": page, "page_size": page_size})

    def change_user(
        self,
        id: str,
        *,
        role: Literal["viewer", "trader", "manager", "admin"] | None = None,
        active: bool | None = None,
        revoke_api_keys: bool | None = None,
    ) -> _m.ChangedUser:
        """Change the role of a user, deactivate or reactivate (PATCH /auth/users/{id}).

        id: Identifier of the record
        role: Each role may do what the ones before it may
        active: False deactivates the user, which ends every session at once; true reactivates
        revoke_api_keys: True revokes the API keys that the user made; they work on without that,
            whatever becomes of the user
        """
        return self._send(_r.CHANGE_USER, {
            "id": id,
            "role": role,
            "active": active,
            "revoke_api_keys": revoke_api_keys,
        })

    def end_user_sessions(self, id: str) -> None:
        """End every session of a user, who may sign in again (POST /auth/users/{id}/end-sessions).

        id: Identifier of the record
        """
        self._send(_r.END_USER_SESSIONS, {"id": id})

    def invitations(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.InvitationPage:
        """Invitations of the tenant, the newest first (GET /auth/invitations).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_INVITATIONS, {"page": page, "page_size": page_size})

    def create_invitation(
        self,
        *,
        email: str,
        role: Literal["viewer", "trader", "manager", "admin"],
        idempotency_key: str | None = None,
    ) -> _m.Invitation:
        """Invite someone: the link goes by mail alone (POST /auth/invitations).

        email: E-mail address; its case does not matter
        role: Each role may do what the ones before it may
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.CREATE_INVITATION, {"email": email, "role": role}, idempotency_key)

    def revoke_invitation(self, id: str) -> None:
        """Take an invitation back (DELETE /auth/invitations/{id}).

        id: Identifier of the record
        """
        self._send(_r.REVOKE_INVITATION, {"id": id})

    def export_user(self, id: str) -> _m.PersonCopy:
        """A copy of what is stored about a user of the tenant (GET /auth/users/{id}/export).

        id: Identifier of the record
        """
        return self._send(_r.EXPORT_USER, {"id": id})

    def erase_user(
        self,
        id: str,
        *,
        email: str,
        revoke_api_keys: bool | None = None,
    ) -> _m.Erasure:
        """Erase a user of the tenant (POST /auth/users/{id}/erase).

        id: Identifier of the record
        email: E-mail address; its case does not matter
        revoke_api_keys: True revokes the API keys that the person made; they work on without that:
            they are the tenant's
        """
        return self._send(_r.ERASE_USER, {
            "id": id,
            "email": email,
            "revoke_api_keys": revoke_api_keys,
        })

    def unlink_user(self, id: str) -> None:
        """Unlink a user from an identity of the provider (DELETE /auth/users/{id}/identity).

        id: Identifier of the record
        """
        self._send(_r.UNLINK_USER, {"id": id})


class AsyncTenant:
    """`AsyncLonja.tenant`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def users(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.UserPage:
        """Users of the tenant, the oldest first (GET /auth/users).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_USERS, {"page": page, "page_size": page_size})

    async def change_user(
        self,
        id: str,
        *,
        role: Literal["viewer", "trader", "manager", "admin"] | None = None,
        active: bool | None = None,
        revoke_api_keys: bool | None = None,
    ) -> _m.ChangedUser:
        """Change the role of a user, deactivate or reactivate (PATCH /auth/users/{id}).

        id: Identifier of the record
        role: Each role may do what the ones before it may
        active: False deactivates the user, which ends every session at once; true reactivates
        revoke_api_keys: True revokes the API keys that the user made; they work on without that,
            whatever becomes of the user
        """
        return await self._send(_r.CHANGE_USER, {
            "id": id,
            "role": role,
            "active": active,
            "revoke_api_keys": revoke_api_keys,
        })

    async def end_user_sessions(self, id: str) -> None:
        """End every session of a user, who may sign in again (POST /auth/users/{id}/end-sessions).

        id: Identifier of the record
        """
        await self._send(_r.END_USER_SESSIONS, {"id": id})

    async def invitations(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.InvitationPage:
        """Invitations of the tenant, the newest first (GET /auth/invitations).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_INVITATIONS, {"page": page, "page_size": page_size})

    async def create_invitation(
        self,
        *,
        email: str,
        role: Literal["viewer", "trader", "manager", "admin"],
        idempotency_key: str | None = None,
    ) -> _m.Invitation:
        """Invite someone: the link goes by mail alone (POST /auth/invitations).

        email: E-mail address; its case does not matter
        role: Each role may do what the ones before it may
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.CREATE_INVITATION, {"email": email, "role": role}, idempotency_key)

    async def revoke_invitation(self, id: str) -> None:
        """Take an invitation back (DELETE /auth/invitations/{id}).

        id: Identifier of the record
        """
        await self._send(_r.REVOKE_INVITATION, {"id": id})

    async def export_user(self, id: str) -> _m.PersonCopy:
        """A copy of what is stored about a user of the tenant (GET /auth/users/{id}/export).

        id: Identifier of the record
        """
        return await self._send(_r.EXPORT_USER, {"id": id})

    async def erase_user(
        self,
        id: str,
        *,
        email: str,
        revoke_api_keys: bool | None = None,
    ) -> _m.Erasure:
        """Erase a user of the tenant (POST /auth/users/{id}/erase).

        id: Identifier of the record
        email: E-mail address; its case does not matter
        revoke_api_keys: True revokes the API keys that the person made; they work on without that:
            they are the tenant's
        """
        return await self._send(_r.ERASE_USER, {
            "id": id,
            "email": email,
            "revoke_api_keys": revoke_api_keys,
        })

    async def unlink_user(self, id: str) -> None:
        """Unlink a user from an identity of the provider (DELETE /auth/users/{id}/identity).

        id: Identifier of the record
        """
        await self._send(_r.UNLINK_USER, {"id": id})


class ApiKeys:
    """`Lonja.api_keys`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        created_by: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.ApiKeyPage:
        """Keys of the tenant, the newest first (GET /auth/api-keys).

        created_by: Only keys that this user made
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_API_KEYS, {
            "created_by": created_by,
            "page": page,
            "page_size": page_size,
        })

    def create(
        self,
        *,
        label: str,
        scopes: Sequence[Literal["forecasts:read", "market:read", "metrics:read", "portfolio:read", "portfolio:write"]] | Unset | None = UNSET,
        expires_at: dt.datetime | str | Unset | None = UNSET,
        role: Literal["viewer", "trader", "manager", "admin"] | None = None,
        allowed_addresses: Sequence[str] | Unset | None = UNSET,
        idempotency_key: str | None = None,
    ) -> _m.CreatedApiKey:
        """Create a key (POST /auth/api-keys).

        label: What the key is for
        scopes: Absent or null: every client right of the role
        expires_at: When the key ends by itself; absent or null: never
        role: Role of the key, at most one's own; absent: one's own
        allowed_addresses: IPv4 and IPv6 addresses, and networks in CIDR, from which the key may be
            used; all other requests with it are 403. Null: from anywhere
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.CREATE_API_KEY, {
            "label": label,
            "scopes": scopes,
            "expires_at": expires_at,
            "role": role,
            "allowed_addresses": allowed_addresses,
        }, idempotency_key)

    def change(
        self,
        id: str,
        *,
        allowed_addresses: Sequence[str] | Unset | None = UNSET,
    ) -> _m.ApiKey:
        """Change from where a key may be used (PATCH /auth/api-keys/{id}).

        id: Identifier of the record
        allowed_addresses: IPv4 and IPv6 addresses, and networks in CIDR, from which the key may be
            used; all other requests with it are 403. Null: from anywhere
        """
        return self._send(_r.CHANGE_API_KEY, {"id": id, "allowed_addresses": allowed_addresses})

    def revoke(self, id: str) -> None:
        """Revoke a key at once (DELETE /auth/api-keys/{id}).

        id: Identifier of the record
        """
        self._send(_r.REVOKE_API_KEY, {"id": id})

    def reroll(
        self,
        id: str,
        *,
        overlap_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> _m.CreatedApiKey:
        """Put a new key in the place of an old one (POST /auth/api-keys/{id}/reroll).

        id: Identifier of the record
        overlap_seconds: How long the old key works on; 0 revokes it at once
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.REROLL_API_KEY, {"id": id, "overlap_seconds": overlap_seconds}, idempotency_key)


class AsyncApiKeys:
    """`AsyncLonja.api_keys`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(
        self,
        *,
        created_by: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.ApiKeyPage:
        """Keys of the tenant, the newest first (GET /auth/api-keys).

        created_by: Only keys that this user made
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_API_KEYS, {
            "created_by": created_by,
            "page": page,
            "page_size": page_size,
        })

    async def create(
        self,
        *,
        label: str,
        scopes: Sequence[Literal["forecasts:read", "market:read", "metrics:read", "portfolio:read", "portfolio:write"]] | Unset | None = UNSET,
        expires_at: dt.datetime | str | Unset | None = UNSET,
        role: Literal["viewer", "trader", "manager", "admin"] | None = None,
        allowed_addresses: Sequence[str] | Unset | None = UNSET,
        idempotency_key: str | None = None,
    ) -> _m.CreatedApiKey:
        """Create a key (POST /auth/api-keys).

        label: What the key is for
        scopes: Absent or null: every client right of the role
        expires_at: When the key ends by itself; absent or null: never
        role: Role of the key, at most one's own; absent: one's own
        allowed_addresses: IPv4 and IPv6 addresses, and networks in CIDR, from which the key may be
            used; all other requests with it are 403. Null: from anywhere
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.CREATE_API_KEY, {
            "label": label,
            "scopes": scopes,
            "expires_at": expires_at,
            "role": role,
            "allowed_addresses": allowed_addresses,
        }, idempotency_key)

    async def change(
        self,
        id: str,
        *,
        allowed_addresses: Sequence[str] | Unset | None = UNSET,
    ) -> _m.ApiKey:
        """Change from where a key may be used (PATCH /auth/api-keys/{id}).

        id: Identifier of the record
        allowed_addresses: IPv4 and IPv6 addresses, and networks in CIDR, from which the key may be
            used; all other requests with it are 403. Null: from anywhere
        """
        return await self._send(_r.CHANGE_API_KEY, {"id": id, "allowed_addresses": allowed_addresses})

    async def revoke(self, id: str) -> None:
        """Revoke a key at once (DELETE /auth/api-keys/{id}).

        id: Identifier of the record
        """
        await self._send(_r.REVOKE_API_KEY, {"id": id})

    async def reroll(
        self,
        id: str,
        *,
        overlap_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> _m.CreatedApiKey:
        """Put a new key in the place of an old one (POST /auth/api-keys/{id}/reroll).

        id: Identifier of the record
        overlap_seconds: How long the old key works on; 0 revokes it at once
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.REROLL_API_KEY, {"id": id, "overlap_seconds": overlap_seconds}, idempotency_key)


class Settings:
    """`Lonja.settings`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def get(self) -> _m.Settings:
        """Settings of the tenant (GET /settings)."""
        return self._send(_r.GET_SETTINGS, {})

    def change(
        self,
        *,
        name: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        time_zone: str | None = None,
        forecast_change_threshold: float | None = None,
        require_second_factor: bool | None = None,
    ) -> _m.Settings:
        """Change settings of the tenant (PATCH /settings).

        name: Name of the organisation
        locale: Language of mail and pages
        time_zone: Zone that times are shown in; delivery days stay those of the market
        forecast_change_threshold: Change of a forecast from which `forecast.changed` is sent, EUR/MWh
        require_second_factor: Whether users without a second factor may do no more than set one up;
            API keys work on
        """
        return self._send(_r.CHANGE_SETTINGS, {
            "name": name,
            "locale": locale,
            "time_zone": time_zone,
            "forecast_change_threshold": forecast_change_threshold,
            "require_second_factor": require_second_factor,
        })

    def usage(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.UsagePage:
        """Requests by day and key, the newest day first (GET /settings/usage).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive; 30 days ago by default
        date_to: Last day in UTC, inclusive; today by default
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_USAGE, {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
        })

    def usage_csv(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Requests by day and key, the newest day first, as CSV (GET /settings/usage).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive; 30 days ago by default
        date_to: Last day in UTC, inclusive; today by default
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.LIST_USAGE.as_csv(), {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    def audit(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.AuditPage:
        """Who changed what, the newest first (GET /settings/audit).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive
        date_to: Last day in UTC, inclusive
        action: Only this action, as `noun.verb`; a noun alone stands for all of its actions
        actor_id: Only what this user or key did
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_AUDIT, {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
        })

    def audit_csv(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Who changed what, the newest first, as CSV (GET /settings/audit).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive
        date_to: Last day in UTC, inclusive
        action: Only this action, as `noun.verb`; a noun alone stands for all of its actions
        actor_id: Only what this user or key did
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return self._send(_r.LIST_AUDIT.as_csv(), {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    def identity_provider(self) -> _m.IdentityProvider:
        """The organisation's own identity provider (GET /settings/identity-provider)."""
        return self._send(_r.GET_IDENTITY_PROVIDER, {})

    def set_identity_provider(
        self,
        *,
        issuer: str,
        client_id: str,
        scopes: Sequence[str] | None = None,
        role_claim: str | Unset | None = UNSET,
        roles: Mapping[str, Literal["viewer", "trader", "manager", "admin"]] | None = None,
        default_role: Literal["viewer", "trader", "manager", "admin"] | Unset | None = UNSET,
        creates_users: bool | None = None,
        required: bool | None = None,
        client_secret: str | Unset | None = UNSET,
    ) -> _m.IdentityProvider:
        """Set the organisation's own identity provider (PUT /settings/identity-provider).

        issuer: Issuer, as the metadata of the provider have it
        client_id: Id of Lonja as a client of the provider
        scopes: Scopes to ask for; `openid` must be among them
        role_claim: Claim that roles are read from at each sign-in, by its name or by a path with
            dots; null: roles are set here alone
        roles: Role by value of the claim; of several values the highest role counts
        default_role: Role where no value of the claim is mapped, and of new users without a claim;
            null: whom no value is mapped for is refused, and new users without a claim are viewers
        creates_users: Whether unknown people with an address of a confirmed domain become users when
            they sign in
        required: Whether members must sign in by the provider; the passwords of admins with a second
            factor count on
        client_secret: Secret of the client; absent: as it is; null: the client has none
        """
        return self._send(_r.SET_IDENTITY_PROVIDER, {
            "issuer": issuer,
            "client_id": client_id,
            "scopes": scopes,
            "role_claim": role_claim,
            "roles": roles,
            "default_role": default_role,
            "creates_users": creates_users,
            "required": required,
            "client_secret": client_secret,
        })

    def remove_identity_provider(self) -> None:
        """Remove the organisation's own identity provider (DELETE /settings/identity-provider)."""
        self._send(_r.REMOVE_IDENTITY_PROVIDER, {})

    def test_identity_provider(self) -> _m.ProviderTest:
        """Test the identity provider without signing in (POST /settings/identity-provider/test)."""
        return self._send(_r.TEST_IDENTITY_PROVIDER, {})


class AsyncSettings:
    """`AsyncLonja.settings`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(self) -> _m.Settings:
        """Settings of the tenant (GET /settings)."""
        return await self._send(_r.GET_SETTINGS, {})

    async def change(
        self,
        *,
        name: str | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        time_zone: str | None = None,
        forecast_change_threshold: float | None = None,
        require_second_factor: bool | None = None,
    ) -> _m.Settings:
        """Change settings of the tenant (PATCH /settings).

        name: Name of the organisation
        locale: Language of mail and pages
        time_zone: Zone that times are shown in; delivery days stay those of the market
        forecast_change_threshold: Change of a forecast from which `forecast.changed` is sent, EUR/MWh
        require_second_factor: Whether users without a second factor may do no more than set one up;
            API keys work on
        """
        return await self._send(_r.CHANGE_SETTINGS, {
            "name": name,
            "locale": locale,
            "time_zone": time_zone,
            "forecast_change_threshold": forecast_change_threshold,
            "require_second_factor": require_second_factor,
        })

    async def usage(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.UsagePage:
        """Requests by day and key, the newest day first (GET /settings/usage).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive; 30 days ago by default
        date_to: Last day in UTC, inclusive; today by default
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_USAGE, {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
        })

    async def usage_csv(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Requests by day and key, the newest day first, as CSV (GET /settings/usage).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive; 30 days ago by default
        date_to: Last day in UTC, inclusive; today by default
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.LIST_USAGE.as_csv(), {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    async def audit(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.AuditPage:
        """Who changed what, the newest first (GET /settings/audit).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive
        date_to: Last day in UTC, inclusive
        action: Only this action, as `noun.verb`; a noun alone stands for all of its actions
        actor_id: Only what this user or key did
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_AUDIT, {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
        })

    async def audit_csv(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
    ) -> str:
        """Who changed what, the newest first, as CSV (GET /settings/audit).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive
        date_to: Last day in UTC, inclusive
        action: Only this action, as `noun.verb`; a noun alone stands for all of its actions
        actor_id: Only what this user or key did
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        """
        return await self._send(_r.LIST_AUDIT.as_csv(), {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "format": "csv",
        })

    async def identity_provider(self) -> _m.IdentityProvider:
        """The organisation's own identity provider (GET /settings/identity-provider)."""
        return await self._send(_r.GET_IDENTITY_PROVIDER, {})

    async def set_identity_provider(
        self,
        *,
        issuer: str,
        client_id: str,
        scopes: Sequence[str] | None = None,
        role_claim: str | Unset | None = UNSET,
        roles: Mapping[str, Literal["viewer", "trader", "manager", "admin"]] | None = None,
        default_role: Literal["viewer", "trader", "manager", "admin"] | Unset | None = UNSET,
        creates_users: bool | None = None,
        required: bool | None = None,
        client_secret: str | Unset | None = UNSET,
    ) -> _m.IdentityProvider:
        """Set the organisation's own identity provider (PUT /settings/identity-provider).

        issuer: Issuer, as the metadata of the provider have it
        client_id: Id of Lonja as a client of the provider
        scopes: Scopes to ask for; `openid` must be among them
        role_claim: Claim that roles are read from at each sign-in, by its name or by a path with
            dots; null: roles are set here alone
        roles: Role by value of the claim; of several values the highest role counts
        default_role: Role where no value of the claim is mapped, and of new users without a claim;
            null: whom no value is mapped for is refused, and new users without a claim are viewers
        creates_users: Whether unknown people with an address of a confirmed domain become users when
            they sign in
        required: Whether members must sign in by the provider; the passwords of admins with a second
            factor count on
        client_secret: Secret of the client; absent: as it is; null: the client has none
        """
        return await self._send(_r.SET_IDENTITY_PROVIDER, {
            "issuer": issuer,
            "client_id": client_id,
            "scopes": scopes,
            "role_claim": role_claim,
            "roles": roles,
            "default_role": default_role,
            "creates_users": creates_users,
            "required": required,
            "client_secret": client_secret,
        })

    async def remove_identity_provider(self) -> None:
        """Remove the organisation's own identity provider (DELETE /settings/identity-provider)."""
        await self._send(_r.REMOVE_IDENTITY_PROVIDER, {})

    async def test_identity_provider(self) -> _m.ProviderTest:
        """Test the identity provider without signing in (POST /settings/identity-provider/test)."""
        return await self._send(_r.TEST_IDENTITY_PROVIDER, {})


class Platform:
    """`Lonja.platform`."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def tickets(
        self,
        *,
        state: Literal["open", "answered", "closed"] | None = None,
        tenant_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.PlatformTicketPage:
        """Tickets of all tenants, the one that changed last first (GET /admin/tickets).

        state: `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do
        tenant_id: Only tickets of this tenant
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_PLATFORM_TICKETS, {
            "state": state,
            "tenant_id": tenant_id,
            "page": page,
            "page_size": page_size,
        })

    def ticket(self, id: str) -> _m.PlatformTicketDetail:
        """A ticket with its messages (GET /admin/tickets/{id}).

        id: Identifier of the record
        """
        return self._send(_r.GET_PLATFORM_TICKET, {"id": id})

    def answer_ticket(
        self,
        id: str,
        *,
        message: str,
        idempotency_key: str | None = None,
    ) -> _m.PlatformTicketDetail:
        """Answer a ticket; its author is notified in the application and by mail (POST
        /admin/tickets/{id}/messages).

        id: Identifier of the record
        message: What you want to say
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.ANSWER_PLATFORM_TICKET, {"id": id, "message": message}, idempotency_key)

    def close_ticket(self, id: str) -> _m.PlatformTicketDetail:
        """Close a ticket (POST /admin/tickets/{id}/close).

        id: Identifier of the record
        """
        return self._send(_r.CLOSE_PLATFORM_TICKET, {"id": id})

    def tenants(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.TenantPage:
        """All tenants, the oldest first (GET /admin/tenants).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_TENANTS, {"page": page, "page_size": page_size})

    def tenant(self, id: str) -> _m.Tenant:
        """One tenant (GET /admin/tenants/{id}).

        id: Identifier of the record
        """
        return self._send(_r.GET_TENANT, {"id": id})

    def deactivate_tenant(self, id: str) -> _m.Tenant:
        """Refuse every session and key of a tenant from now on; nothing is deleted (POST
        /admin/tenants/{id}/deactivate).

        id: Identifier of the record
        """
        return self._send(_r.DEACTIVATE_TENANT, {"id": id})

    def deactivate_user(self, id: str) -> _m.PlatformUser:
        """End every session of a user and refuse new ones (POST /admin/users/{id}/deactivate).

        id: Identifier of the record
        """
        return self._send(_r.DEACTIVATE_PLATFORM_USER, {"id": id})

    def reactivate_tenant(self, id: str) -> _m.Tenant:
        """Let a tenant in again (POST /admin/tenants/{id}/reactivate).

        id: Identifier of the record
        """
        return self._send(_r.REACTIVATE_TENANT, {"id": id})

    def reactivate_user(self, id: str) -> _m.PlatformUser:
        """Let a user in again (POST /admin/users/{id}/reactivate).

        id: Identifier of the record
        """
        return self._send(_r.REACTIVATE_PLATFORM_USER, {"id": id})

    def users(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.PlatformUserPage:
        """Users of all tenants, the oldest first (GET /admin/users).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_PLATFORM_USERS, {"page": page, "page_size": page_size})

    def stats(self) -> _m.PlatformStats:
        """The platform in figures (GET /admin/stats)."""
        return self._send(_r.GET_PLATFORM_STATS, {})

    def audit(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        tenant_id: str | None = None,
    ) -> _m.PlatformAuditPage:
        """Who did what, over all tenants, the newest first (GET /admin/audit).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive
        date_to: Last day in UTC, inclusive
        action: Only this action, as `noun.verb`; a noun alone stands for all of its actions
        actor_id: Only what this user or key did
        page: Page, from 1
        page_size: Records in a page
        tenant_id: Only of this tenant
        """
        return self._send(_r.LIST_PLATFORM_AUDIT, {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
            "tenant_id": tenant_id,
        })

    def audit_csv(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        tenant_id: str | None = None,
    ) -> str:
        """Who did what, over all tenants, the newest first, as CSV (GET /admin/audit).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive
        date_to: Last day in UTC, inclusive
        action: Only this action, as `noun.verb`; a noun alone stands for all of its actions
        actor_id: Only what this user or key did
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        tenant_id: Only of this tenant
        """
        return self._send(_r.LIST_PLATFORM_AUDIT.as_csv(), {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "tenant_id": tenant_id,
            "format": "csv",
        })

    def tenant_usage(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        by: Literal["day", "month"] | None = None,
        tenant_id: str | None = None,
    ) -> _m.TenantUsagePage:
        """Requests of each tenant by day or month, the newest first (GET /admin/usage).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive; 30 days ago by default
        date_to: Last day in UTC, inclusive; today by default
        page: Page, from 1
        page_size: Records in a page
        by: Period of a record, in UTC
        tenant_id: Only of this tenant
        """
        return self._send(_r.LIST_TENANT_USAGE, {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "by": by,
            "tenant_id": tenant_id,
        })

    def tenant_usage_csv(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        by: Literal["day", "month"] | None = None,
        tenant_id: str | None = None,
    ) -> str:
        """Requests of each tenant by day or month, the newest first, as CSV (GET /admin/usage).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive; 30 days ago by default
        date_to: Last day in UTC, inclusive; today by default
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        by: Period of a record, in UTC
        tenant_id: Only of this tenant
        """
        return self._send(_r.LIST_TENANT_USAGE.as_csv(), {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "by": by,
            "tenant_id": tenant_id,
            "format": "csv",
        })

    def models(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.ModelVersionPage:
        """Model versions, the newest first, and how challengers compare with the champion (GET
        /admin/models).

        page: Page, from 1
        page_size: Records in a page
        market_id: Market identifier; GET /markets lists them
        product: Versions of this product alone
        """
        return self._send(_r.LIST_MODELS, {
            "page": page,
            "page_size": page_size,
            "market_id": market_id,
            "product": product,
        })

    def promote_model(self, version: str, *, reason: str | None = None) -> _m.ModelVersion:
        """Let a model version serve from the next run on; the one before is retired (POST
        /admin/models/{version}/promote).

        version: Model version
        reason: Why, shown in the registry
        """
        return self._send(_r.PROMOTE_MODEL, {"version": version, "reason": reason})

    def retire_model(self, version: str, *, reason: str | None = None) -> _m.ModelVersion:
        """Stop trying a challenger (POST /admin/models/{version}/retire).

        version: Model version
        reason: Why, shown in the registry
        """
        return self._send(_r.RETIRE_MODEL, {"version": version, "reason": reason})

    def subscriptions(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.SubscriptionPage:
        """Market products of each tenant (GET /admin/subscriptions).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_SUBSCRIPTIONS, {"page": page, "page_size": page_size})

    def set_subscription(self, id: str, *, products: Sequence[str]) -> _m.Subscription:
        """Set the market products that a tenant may read (PUT /admin/subscriptions/{id}).

        id: Identifier of the record
        products: Market products that the tenant may read
        """
        return self._send(_r.SET_SUBSCRIPTION, {"id": id, "products": products})

    def limits(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.TenantLimitPage:
        """Request limits of each tenant and of keys with a limit of their own (GET /admin/limits).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_LIMITS, {"page": page, "page_size": page_size})

    def set_tenant_limit(self, id: str, *, requests_per_minute: int | None) -> _m.TenantLimit:
        """Set the limit of every credential of a tenant (PUT /admin/limits/tenants/{id}).

        id: Identifier of the record
        requests_per_minute: Requests a minute of each credential; null: back to the default
        """
        return self._send(_r.SET_TENANT_LIMIT, {
            "id": id,
            "requests_per_minute": requests_per_minute,
        })

    def set_api_key_limit(self, id: str, *, requests_per_minute: int | None) -> _m.KeyLimit:
        """Set the limit of one key (PUT /admin/limits/api-keys/{id}).

        id: Identifier of the record
        requests_per_minute: Requests a minute of each credential; null: back to the default
        """
        return self._send(_r.SET_API_KEY_LIMIT, {
            "id": id,
            "requests_per_minute": requests_per_minute,
        })

    def incidents(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.IncidentPage:
        """Incidents of the status page, the newest first (GET /admin/incidents).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_INCIDENTS, {"page": page, "page_size": page_size})

    def create_incident(
        self,
        *,
        title: str,
        components: Sequence[Literal["api", "forecast_da", "forecast_ida1", "forecast_ida2", "forecast_ida3", "forecast_pt", "sources", "webhooks", "mail"]],
        text: str,
        state: Literal["investigating", "identified", "monitoring", "resolved"] | None = None,
        idempotency_key: str | None = None,
    ) -> _m.Incident:
        """Write an incident on the status page (POST /admin/incidents).

        title: What is wrong, in a line
        components: What it affects
        text: What is known, for everybody to read
        state: `investigating`: the cause is looked for; `identified`: it is known; `monitoring`: a
            remedy is watched; `resolved`: it is over
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.CREATE_INCIDENT, {
            "title": title,
            "components": components,
            "text": text,
            "state": state,
        }, idempotency_key)

    def update_incident(
        self,
        id: str,
        *,
        state: Literal["investigating", "identified", "monitoring", "resolved"],
        text: str,
        idempotency_key: str | None = None,
    ) -> _m.Incident:
        """Add an update to an incident (POST /admin/incidents/{id}/updates).

        id: Identifier of the record
        state: `investigating`: the cause is looked for; `identified`: it is known; `monitoring`: a
            remedy is watched; `resolved`: it is over
        text: What is known, for everybody to read
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.UPDATE_INCIDENT, {"id": id, "state": state, "text": text}, idempotency_key)

    def delete_tenant(self, id: str, *, name: str) -> _m.Erasure:
        """Delete a deactivated tenant with all that is its own (POST /admin/tenants/{id}/delete).

        id: Identifier of the record
        name: Name of the tenant, to confirm which one is meant
        """
        return self._send(_r.DELETE_TENANT, {"id": id, "name": name})

    def identity_providers(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.ProviderOfTenantPage:
        """Identity providers of the tenants, the oldest first (GET /admin/identity-providers).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_IDENTITY_PROVIDERS, {"page": page, "page_size": page_size})

    def set_identity_provider_terms(
        self,
        id: str,
        *,
        domains: Sequence[str] | None = None,
        required: Literal[False] | None = None,
    ) -> _m.ProviderOfTenant:
        """Confirm domains of a tenant, or let its passwords count again (PATCH
        /admin/identity-providers/{id}).

        id: Identifier of the record
        domains: Domains of e-mail addresses that belong to the tenant; each to one tenant alone
        required: Lets the passwords of the members count again
        """
        return self._send(_r.SET_IDENTITY_PROVIDER_TERMS, {"id": id, "domains": domains, "required": required})

    def sources(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.SourcePage:
        """Health of every source: what came when, what is late, what was held back (GET /admin/sources).

        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_SOURCES, {"page": page, "page_size": page_size})

    def start_backfill(
        self,
        source: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        from_: dt.date | str | None = None,
        to: dt.date | str | None = None,
        publication: str | None = None,
        idempotency_key: str | None = None,
    ) -> _m.Backfill:
        """Load past days of a source in the background (POST /admin/sources/{source}/backfill).

        source: Name of the source
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        from_: The same as date_from
        to: The same as date_to
        publication: One publication of the source; all of them when left out
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return self._send(_r.START_BACKFILL, {
            "source": source,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "from": from_,
            "to": to,
            "publication": publication,
        }, idempotency_key)

    def backfills(
        self,
        source: str,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.BackfillPage:
        """Backfills of a source, the newest first (GET /admin/sources/{source}/backfills).

        source: Name of the source
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_BACKFILLS, {
            "source": source,
            "page": page,
            "page_size": page_size,
        })

    def backfill(self, source: str, id: str) -> _m.Backfill:
        """How far a backfill has come (GET /admin/sources/{source}/backfills/{id}).

        source: Name of the source
        id: Identifier of the record
        """
        return self._send(_r.GET_BACKFILL, {"source": source, "id": id})

    def quarantine(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        source: str | None = None,
        decided: Literal["true", "false"] | None = None,
    ) -> _m.HeldBackPage:
        """What failed a check and is held back, the newest first (GET /admin/quarantine).

        page: Page, from 1
        page_size: Records in a page
        source: What came from this source alone
        decided: true: also what was released, discarded or replaced
        """
        return self._send(_r.LIST_QUARANTINE, {
            "page": page,
            "page_size": page_size,
            "source": source,
            "decided": decided,
        })

    def quarantined(self, id: str) -> _m.HeldBackDetails:
        """What is held back, with its values (GET /admin/quarantine/{id}).

        id: What is held back: a day of a source (`d17`), or the values of a feed and day
            (`v3-2025-04-28`)
        """
        return self._send(_r.GET_QUARANTINED, {"id": id})

    def release_quarantined(self, id: str, *, reason: str) -> _m.ReleasedFromQuarantine:
        """Store what is held back as its source gave it (POST /admin/quarantine/{id}/release).

        id: What is held back: a day of a source (`d17`), or the values of a feed and day
            (`v3-2025-04-28`)
        reason: Why, shown in the audit log
        """
        return self._send(_r.RELEASE_QUARANTINED, {"id": id, "reason": reason})

    def discard_quarantined(self, id: str, *, reason: str) -> _m.HeldBack:
        """Decide that what is held back is never stored (POST /admin/quarantine/{id}/discard).

        id: What is held back: a day of a source (`d17`), or the values of a feed and day
            (`v3-2025-04-28`)
        reason: Why, shown in the audit log
        """
        return self._send(_r.DISCARD_QUARANTINED, {"id": id, "reason": reason})

    def jobs(
        self,
        *,
        queue: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.JobPage:
        """Every queue with its counts, and the failed jobs, the newest first (GET /admin/jobs).

        queue: Only jobs of this queue
        page: Page, from 1
        page_size: Records in a page
        """
        return self._send(_r.LIST_JOBS, {
            "queue": queue,
            "page": page,
            "page_size": page_size,
        })

    def retry_job(self, id: str) -> _m.Job:
        """Queue a failed job again (POST /admin/jobs/{id}/retry).

        id: Identifier of the record
        """
        return self._send(_r.RETRY_JOB, {"id": id})

    def retry_failed_jobs(self, *, queue: str | None = None) -> _m.RetriedJobs:
        """Queue all failed jobs again, or those of one queue (POST /admin/jobs/retry-failed).

        queue: Only jobs of this queue
        """
        return self._send(_r.RETRY_FAILED_JOBS, {"queue": queue})


class AsyncPlatform:
    """`AsyncLonja.platform`."""

    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def tickets(
        self,
        *,
        state: Literal["open", "answered", "closed"] | None = None,
        tenant_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.PlatformTicketPage:
        """Tickets of all tenants, the one that changed last first (GET /admin/tickets).

        state: `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do
        tenant_id: Only tickets of this tenant
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_PLATFORM_TICKETS, {
            "state": state,
            "tenant_id": tenant_id,
            "page": page,
            "page_size": page_size,
        })

    async def ticket(self, id: str) -> _m.PlatformTicketDetail:
        """A ticket with its messages (GET /admin/tickets/{id}).

        id: Identifier of the record
        """
        return await self._send(_r.GET_PLATFORM_TICKET, {"id": id})

    async def answer_ticket(
        self,
        id: str,
        *,
        message: str,
        idempotency_key: str | None = None,
    ) -> _m.PlatformTicketDetail:
        """Answer a ticket; its author is notified in the application and by mail (POST
        /admin/tickets/{id}/messages).

        id: Identifier of the record
        message: What you want to say
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.ANSWER_PLATFORM_TICKET, {"id": id, "message": message}, idempotency_key)

    async def close_ticket(self, id: str) -> _m.PlatformTicketDetail:
        """Close a ticket (POST /admin/tickets/{id}/close).

        id: Identifier of the record
        """
        return await self._send(_r.CLOSE_PLATFORM_TICKET, {"id": id})

    async def tenants(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.TenantPage:
        """All tenants, the oldest first (GET /admin/tenants).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_TENANTS, {"page": page, "page_size": page_size})

    async def tenant(self, id: str) -> _m.Tenant:
        """One tenant (GET /admin/tenants/{id}).

        id: Identifier of the record
        """
        return await self._send(_r.GET_TENANT, {"id": id})

    async def deactivate_tenant(self, id: str) -> _m.Tenant:
        """Refuse every session and key of a tenant from now on; nothing is deleted (POST
        /admin/tenants/{id}/deactivate).

        id: Identifier of the record
        """
        return await self._send(_r.DEACTIVATE_TENANT, {"id": id})

    async def deactivate_user(self, id: str) -> _m.PlatformUser:
        """End every session of a user and refuse new ones (POST /admin/users/{id}/deactivate).

        id: Identifier of the record
        """
        return await self._send(_r.DEACTIVATE_PLATFORM_USER, {"id": id})

    async def reactivate_tenant(self, id: str) -> _m.Tenant:
        """Let a tenant in again (POST /admin/tenants/{id}/reactivate).

        id: Identifier of the record
        """
        return await self._send(_r.REACTIVATE_TENANT, {"id": id})

    async def reactivate_user(self, id: str) -> _m.PlatformUser:
        """Let a user in again (POST /admin/users/{id}/reactivate).

        id: Identifier of the record
        """
        return await self._send(_r.REACTIVATE_PLATFORM_USER, {"id": id})

    async def users(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.PlatformUserPage:
        """Users of all tenants, the oldest first (GET /admin/users).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_PLATFORM_USERS, {"page": page, "page_size": page_size})

    async def stats(self) -> _m.PlatformStats:
        """The platform in figures (GET /admin/stats)."""
        return await self._send(_r.GET_PLATFORM_STATS, {})

    async def audit(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        tenant_id: str | None = None,
    ) -> _m.PlatformAuditPage:
        """Who did what, over all tenants, the newest first (GET /admin/audit).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive
        date_to: Last day in UTC, inclusive
        action: Only this action, as `noun.verb`; a noun alone stands for all of its actions
        actor_id: Only what this user or key did
        page: Page, from 1
        page_size: Records in a page
        tenant_id: Only of this tenant
        """
        return await self._send(_r.LIST_PLATFORM_AUDIT, {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
            "tenant_id": tenant_id,
        })

    async def audit_csv(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        action: str | None = None,
        actor_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        tenant_id: str | None = None,
    ) -> str:
        """Who did what, over all tenants, the newest first, as CSV (GET /admin/audit).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive
        date_to: Last day in UTC, inclusive
        action: Only this action, as `noun.verb`; a noun alone stands for all of its actions
        actor_id: Only what this user or key did
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        tenant_id: Only of this tenant
        """
        return await self._send(_r.LIST_PLATFORM_AUDIT.as_csv(), {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "action": action,
            "actor_id": actor_id,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "tenant_id": tenant_id,
            "format": "csv",
        })

    async def tenant_usage(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        by: Literal["day", "month"] | None = None,
        tenant_id: str | None = None,
    ) -> _m.TenantUsagePage:
        """Requests of each tenant by day or month, the newest first (GET /admin/usage).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive; 30 days ago by default
        date_to: Last day in UTC, inclusive; today by default
        page: Page, from 1
        page_size: Records in a page
        by: Period of a record, in UTC
        tenant_id: Only of this tenant
        """
        return await self._send(_r.LIST_TENANT_USAGE, {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "by": by,
            "tenant_id": tenant_id,
        })

    async def tenant_usage_csv(
        self,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        locale: Literal["en", "es", "pt"] | None = None,
        by: Literal["day", "month"] | None = None,
        tenant_id: str | None = None,
    ) -> str:
        """Requests of each tenant by day or month, the newest first, as CSV (GET /admin/usage).

        date: One day in UTC; instead of date_from and date_to
        date_from: First day in UTC, inclusive; 30 days ago by default
        date_to: Last day in UTC, inclusive; today by default
        page: Page, from 1
        page_size: Records in a page
        locale: How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon,
            decimal comma, byte order mark and times without offset
        by: Period of a record, in UTC
        tenant_id: Only of this tenant
        """
        return await self._send(_r.LIST_TENANT_USAGE.as_csv(), {
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "page": page,
            "page_size": page_size,
            "locale": locale,
            "by": by,
            "tenant_id": tenant_id,
            "format": "csv",
        })

    async def models(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        market_id: str | None = None,
        product: Literal["da", "ida1", "ida2", "ida3"] | None = None,
    ) -> _m.ModelVersionPage:
        """Model versions, the newest first, and how challengers compare with the champion (GET
        /admin/models).

        page: Page, from 1
        page_size: Records in a page
        market_id: Market identifier; GET /markets lists them
        product: Versions of this product alone
        """
        return await self._send(_r.LIST_MODELS, {
            "page": page,
            "page_size": page_size,
            "market_id": market_id,
            "product": product,
        })

    async def promote_model(self, version: str, *, reason: str | None = None) -> _m.ModelVersion:
        """Let a model version serve from the next run on; the one before is retired (POST
        /admin/models/{version}/promote).

        version: Model version
        reason: Why, shown in the registry
        """
        return await self._send(_r.PROMOTE_MODEL, {"version": version, "reason": reason})

    async def retire_model(self, version: str, *, reason: str | None = None) -> _m.ModelVersion:
        """Stop trying a challenger (POST /admin/models/{version}/retire).

        version: Model version
        reason: Why, shown in the registry
        """
        return await self._send(_r.RETIRE_MODEL, {"version": version, "reason": reason})

    async def subscriptions(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.SubscriptionPage:
        """Market products of each tenant (GET /admin/subscriptions).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_SUBSCRIPTIONS, {"page": page, "page_size": page_size})

    async def set_subscription(self, id: str, *, products: Sequence[str]) -> _m.Subscription:
        """Set the market products that a tenant may read (PUT /admin/subscriptions/{id}).

        id: Identifier of the record
        products: Market products that the tenant may read
        """
        return await self._send(_r.SET_SUBSCRIPTION, {"id": id, "products": products})

    async def limits(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.TenantLimitPage:
        """Request limits of each tenant and of keys with a limit of their own (GET /admin/limits).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_LIMITS, {"page": page, "page_size": page_size})

    async def set_tenant_limit(self, id: str, *, requests_per_minute: int | None) -> _m.TenantLimit:
        """Set the limit of every credential of a tenant (PUT /admin/limits/tenants/{id}).

        id: Identifier of the record
        requests_per_minute: Requests a minute of each credential; null: back to the default
        """
        return await self._send(_r.SET_TENANT_LIMIT, {
            "id": id,
            "requests_per_minute": requests_per_minute,
        })

    async def set_api_key_limit(self, id: str, *, requests_per_minute: int | None) -> _m.KeyLimit:
        """Set the limit of one key (PUT /admin/limits/api-keys/{id}).

        id: Identifier of the record
        requests_per_minute: Requests a minute of each credential; null: back to the default
        """
        return await self._send(_r.SET_API_KEY_LIMIT, {
            "id": id,
            "requests_per_minute": requests_per_minute,
        })

    async def incidents(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.IncidentPage:
        """Incidents of the status page, the newest first (GET /admin/incidents).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_INCIDENTS, {"page": page, "page_size": page_size})

    async def create_incident(
        self,
        *,
        title: str,
        components: Sequence[Literal["api", "forecast_da", "forecast_ida1", "forecast_ida2", "forecast_ida3", "forecast_pt", "sources", "webhooks", "mail"]],
        text: str,
        state: Literal["investigating", "identified", "monitoring", "resolved"] | None = None,
        idempotency_key: str | None = None,
    ) -> _m.Incident:
        """Write an incident on the status page (POST /admin/incidents).

        title: What is wrong, in a line
        components: What it affects
        text: What is known, for everybody to read
        state: `investigating`: the cause is looked for; `identified`: it is known; `monitoring`: a
            remedy is watched; `resolved`: it is over
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.CREATE_INCIDENT, {
            "title": title,
            "components": components,
            "text": text,
            "state": state,
        }, idempotency_key)

    async def update_incident(
        self,
        id: str,
        *,
        state: Literal["investigating", "identified", "monitoring", "resolved"],
        text: str,
        idempotency_key: str | None = None,
    ) -> _m.Incident:
        """Add an update to an incident (POST /admin/incidents/{id}/updates).

        id: Identifier of the record
        state: `investigating`: the cause is looked for; `identified`: it is known; `monitoring`: a
            remedy is watched; `resolved`: it is over
        text: What is known, for everybody to read
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.UPDATE_INCIDENT, {"id": id, "state": state, "text": text}, idempotency_key)

    async def delete_tenant(self, id: str, *, name: str) -> _m.Erasure:
        """Delete a deactivated tenant with all that is its own (POST /admin/tenants/{id}/delete).

        id: Identifier of the record
        name: Name of the tenant, to confirm which one is meant
        """
        return await self._send(_r.DELETE_TENANT, {"id": id, "name": name})

    async def identity_providers(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.ProviderOfTenantPage:
        """Identity providers of the tenants, the oldest first (GET /admin/identity-providers).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_IDENTITY_PROVIDERS, {"page": page, "page_size": page_size})

    async def set_identity_provider_terms(
        self,
        id: str,
        *,
        domains: Sequence[str] | None = None,
        required: Literal[False] | None = None,
    ) -> _m.ProviderOfTenant:
        """Confirm domains of a tenant, or let its passwords count again (PATCH
        /admin/identity-providers/{id}).

        id: Identifier of the record
        domains: Domains of e-mail addresses that belong to the tenant; each to one tenant alone
        required: Lets the passwords of the members count again
        """
        return await self._send(_r.SET_IDENTITY_PROVIDER_TERMS, {"id": id, "domains": domains, "required": required})

    async def sources(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.SourcePage:
        """Health of every source: what came when, what is late, what was held back (GET /admin/sources).

        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_SOURCES, {"page": page, "page_size": page_size})

    async def start_backfill(
        self,
        source: str,
        *,
        date: dt.date | str | None = None,
        date_from: dt.date | str | None = None,
        date_to: dt.date | str | None = None,
        from_: dt.date | str | None = None,
        to: dt.date | str | None = None,
        publication: str | None = None,
        idempotency_key: str | None = None,
    ) -> _m.Backfill:
        """Load past days of a source in the background (POST /admin/sources/{source}/backfill).

        source: Name of the source
        date: One delivery day; instead of date_from and date_to
        date_from: First delivery day, inclusive
        date_to: Last delivery day, inclusive
        from_: The same as date_from
        to: The same as date_to
        publication: One publication of the source; all of them when left out
        idempotency_key: names the request; absent: a random one, the same in every attempt
        """
        return await self._send(_r.START_BACKFILL, {
            "source": source,
            "date": date,
            "date_from": date_from,
            "date_to": date_to,
            "from": from_,
            "to": to,
            "publication": publication,
        }, idempotency_key)

    async def backfills(
        self,
        source: str,
        *,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.BackfillPage:
        """Backfills of a source, the newest first (GET /admin/sources/{source}/backfills).

        source: Name of the source
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_BACKFILLS, {
            "source": source,
            "page": page,
            "page_size": page_size,
        })

    async def backfill(self, source: str, id: str) -> _m.Backfill:
        """How far a backfill has come (GET /admin/sources/{source}/backfills/{id}).

        source: Name of the source
        id: Identifier of the record
        """
        return await self._send(_r.GET_BACKFILL, {"source": source, "id": id})

    async def quarantine(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        source: str | None = None,
        decided: Literal["true", "false"] | None = None,
    ) -> _m.HeldBackPage:
        """What failed a check and is held back, the newest first (GET /admin/quarantine).

        page: Page, from 1
        page_size: Records in a page
        source: What came from this source alone
        decided: true: also what was released, discarded or replaced
        """
        return await self._send(_r.LIST_QUARANTINE, {
            "page": page,
            "page_size": page_size,
            "source": source,
            "decided": decided,
        })

    async def quarantined(self, id: str) -> _m.HeldBackDetails:
        """What is held back, with its values (GET /admin/quarantine/{id}).

        id: What is held back: a day of a source (`d17`), or the values of a feed and day
            (`v3-2025-04-28`)
        """
        return await self._send(_r.GET_QUARANTINED, {"id": id})

    async def release_quarantined(self, id: str, *, reason: str) -> _m.ReleasedFromQuarantine:
        """Store what is held back as its source gave it (POST /admin/quarantine/{id}/release).

        id: What is held back: a day of a source (`d17`), or the values of a feed and day
            (`v3-2025-04-28`)
        reason: Why, shown in the audit log
        """
        return await self._send(_r.RELEASE_QUARANTINED, {"id": id, "reason": reason})

    async def discard_quarantined(self, id: str, *, reason: str) -> _m.HeldBack:
        """Decide that what is held back is never stored (POST /admin/quarantine/{id}/discard).

        id: What is held back: a day of a source (`d17`), or the values of a feed and day
            (`v3-2025-04-28`)
        reason: Why, shown in the audit log
        """
        return await self._send(_r.DISCARD_QUARANTINED, {"id": id, "reason": reason})

    async def jobs(
        self,
        *,
        queue: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> _m.JobPage:
        """Every queue with its counts, and the failed jobs, the newest first (GET /admin/jobs).

        queue: Only jobs of this queue
        page: Page, from 1
        page_size: Records in a page
        """
        return await self._send(_r.LIST_JOBS, {
            "queue": queue,
            "page": page,
            "page_size": page_size,
        })

    async def retry_job(self, id: str) -> _m.Job:
        """Queue a failed job again (POST /admin/jobs/{id}/retry).

        id: Identifier of the record
        """
        return await self._send(_r.RETRY_JOB, {"id": id})

    async def retry_failed_jobs(self, *, queue: str | None = None) -> _m.RetriedJobs:
        """Queue all failed jobs again, or those of one queue (POST /admin/jobs/retry-failed).

        queue: Only jobs of this queue
        """
        return await self._send(_r.RETRY_FAILED_JOBS, {"queue": queue})


class Operations:
    """Every operation of the service by group and name."""

    def __init__(self, send: Send) -> None:
        self.health = Health(send)
        self.authentication = Authentication(send)
        self.registration = Registration(send)
        self.markets = Markets(send)
        self.forecasts = Forecasts(send)
        self.exports = Exports(send)
        self.market_data = MarketData(send)
        self.accuracy = Accuracy(send)
        self.statistics = Statistics(send)
        self.integrations = Integrations(send)
        self.dashboard = Dashboard(send)
        self.notifications = Notifications(send)
        self.support = Support(send)
        self.portfolio = Portfolio(send)
        self.events = Events(send)
        self.webhooks = Webhooks(send)
        self.account = Account(send)
        self.tenant = Tenant(send)
        self.api_keys = ApiKeys(send)
        self.settings = Settings(send)
        self.platform = Platform(send)


class AsyncOperations:
    """Every operation of the service by group and name, to be awaited."""

    def __init__(self, send: AsyncSend) -> None:
        self.health = AsyncHealth(send)
        self.authentication = AsyncAuthentication(send)
        self.registration = AsyncRegistration(send)
        self.markets = AsyncMarkets(send)
        self.forecasts = AsyncForecasts(send)
        self.exports = AsyncExports(send)
        self.market_data = AsyncMarketData(send)
        self.accuracy = AsyncAccuracy(send)
        self.statistics = AsyncStatistics(send)
        self.integrations = AsyncIntegrations(send)
        self.dashboard = AsyncDashboard(send)
        self.notifications = AsyncNotifications(send)
        self.support = AsyncSupport(send)
        self.portfolio = AsyncPortfolio(send)
        self.events = AsyncEvents(send)
        self.webhooks = AsyncWebhooks(send)
        self.account = AsyncAccount(send)
        self.tenant = AsyncTenant(send)
        self.api_keys = AsyncApiKeys(send)
        self.settings = AsyncSettings(send)
        self.platform = AsyncPlatform(send)
