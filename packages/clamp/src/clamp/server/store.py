"""Where plans, their traces, what was registered and how sessions went are kept: any database that SQLAlchemy knows.

A plan is on disk before anybody is told of it, so that what was acknowledged outlives the server, however that ends.
"""

from __future__ import annotations

import json
import threading
import time
from typing import Any
from uuid import uuid4

from sqlalchemy import (
    Column,
    Engine,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.sql import delete, func, insert, select, update

from clamp.errors import HostError
from clamp.files import shown
from clamp.serve.registry import identity

_TABLES = MetaData()
_PLANS = Table(
    "plans",
    _TABLES,
    Column("id", String(40), primary_key=True),
    Column("created", Float, nullable=False),
    Column("status", String(20), nullable=False),
    Column("request", Text, nullable=False),
    Column("result", Text),
    Index("plans_created", "created"),
)
_TRACES = Table(
    "traces",
    _TABLES,
    Column("id", String(40), primary_key=True),
    Column("steps", Text, nullable=False),
)
_REGISTERED = Table(
    "registered",
    _TABLES,
    Column("id", String(40), primary_key=True),
    Column("created", Float, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("name", Text, nullable=False),
    Column("domain", String(40), index=True),
    Column("text", Text, nullable=False),
)
_SESSIONS = Table(
    "sessions",
    _TABLES,
    Column("id", String(40), primary_key=True),
    Column("created", Float, nullable=False),
    Column("status", String(20), nullable=False),
    Column("request", Text, nullable=False),
    Column("steps", Text, nullable=False),
    Column("count", Integer, nullable=False),
)

_PRUNED_EVERY = 256
OPEN = "running"


class Store:
    """A database.

    Args:
        url: As SQLAlchemy takes it, such as ``sqlite:///clamp.db`` or ``postgresql+psycopg://…``.
        keep: Most plans that are kept; the oldest go.

    Raises:
        HostError: If it cannot be used.
    """

    def __init__(self, url: str, keep: int = 100_000) -> None:
        self._keep, self._made, self._lock = keep, 0, threading.Lock()
        self.name = ""
        try:
            self.engine = _engine(url)
            self.name = self.engine.url.render_as_string(hide_password=True)
            _TABLES.create_all(self.engine)
            with self.engine.begin() as link:  # what a server that was killed left open
                for table in (_PLANS, _SESSIONS):
                    link.execute(update(table).where(table.c.status == OPEN).values(status="interrupted"))
        except (ArgumentError, NoSuchModuleError) as error:
            raise HostError(
                f"--database {shown(url)} is no database's address: {error}. It is one as SQLAlchemy takes it, such as "
                f"{'sqlite:///clamp.db' if ':' in url else f'sqlite:///{url}'}."
            ) from None
        except ModuleNotFoundError as error:
            raise HostError(
                f"--database: {self.name or 'this database'} needs the package {error.name!r}, which is not installed."
            ) from None
        except SQLAlchemyError as error:
            said = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise HostError(f"--database {self.name}: it cannot be used: {said}.") from None

    def close(self) -> None:
        """Let go of it."""
        self.engine.dispose()

    def check(self) -> None:
        """Raise where it does not answer."""
        with self.engine.connect() as link:
            link.execute(select(func.count()).select_from(_SESSIONS))

    # ---------------------------------------------------------------- plans

    def begin(self, key: str, request: dict[str, Any]) -> None:
        """Note that a plan is asked for."""
        with self.engine.begin() as link:
            link.execute(
                insert(_PLANS).values(id=key, created=time.time(), status=OPEN, request=_dumped(request))
            )
        with self._lock:
            self._made += 1
            prune = self._made % _PRUNED_EVERY == 0
        if prune:
            self._prune()

    def end(self, key: str, status: str, result: dict[str, Any], trace: list[Any] | None) -> None:
        """Keep what came of it; it is on disk when this returns."""
        with self.engine.begin() as link:
            link.execute(
                update(_PLANS).where(_PLANS.c.id == key).values(status=status, result=_dumped(result))
            )
            if trace:
                link.execute(insert(_TRACES).values(id=key, steps=_dumped(trace)))

    def take_back(self, key: str) -> None:
        """Forget that a plan is asked for: it was refused."""
        with self.engine.begin() as link:
            link.execute(delete(_PLANS).where(_PLANS.c.id == key))

    def forget(self, key: str, status: str) -> None:
        """Note that nothing came of it: who asked has left."""
        with self.engine.begin() as link:
            link.execute(update(_PLANS).where(_PLANS.c.id == key).values(status=status))

    def plan(self, key: str, *, trace: bool = True) -> dict[str, Any] | None:
        """A plan with what was asked for, and with its trace; ``None`` where there is none."""
        with self.engine.connect() as link:
            row = link.execute(select(_PLANS).where(_PLANS.c.id == key)).one_or_none()
            steps = (
                link.execute(select(_TRACES.c.steps).where(_TRACES.c.id == key)).scalar() if trace else None
            )
        if row is None:
            return None
        found: dict[str, Any] = {"id": key, "status": row.status}
        found |= json.loads(row.result) if row.result else {}
        found |= {"created": row.created, "request": json.loads(row.request)}
        return found | ({"trace": json.loads(steps)} if steps else {})

    def _prune(self) -> None:
        with self.engine.begin() as link:
            edge = link.execute(
                select(_PLANS.c.created).order_by(_PLANS.c.created.desc()).offset(self._keep).limit(1)
            ).scalar()
            if edge is not None:
                old = select(_PLANS.c.id).where(_PLANS.c.created <= edge)
                link.execute(delete(_TRACES).where(_TRACES.c.id.in_(old)))
                link.execute(delete(_PLANS).where(_PLANS.c.created <= edge))

    # ---------------------------------------------------------------- what is registered

    def register(self, kind: str, name: str, text: str, domain: str | None = None) -> str:
        """Keep a domain's or a problem's text; its id, which equal texts share."""
        key = identity(kind, text, domain)
        with self._lock, self.engine.begin() as link:
            if link.execute(select(_REGISTERED.c.id).where(_REGISTERED.c.id == key)).one_or_none() is None:
                values = {"id": key, "created": time.time(), "kind": kind, "name": name, "domain": domain}
                link.execute(insert(_REGISTERED).values(**values, text=text))
        return key

    def text_of(self, key: str) -> tuple[str, str | None] | None:
        """A registered text, with its domain's id if it is a problem's."""
        with self.engine.connect() as link:
            row = link.execute(select(_REGISTERED).where(_REGISTERED.c.id == key)).one_or_none()
        return None if row is None else (row.text, row.domain)

    def registered(self, key: str | None = None) -> list[dict[str, Any]]:
        """The registered domains, each with its problems; or one of them."""
        with self.engine.connect() as link:
            rows = link.execute(select(_REGISTERED).order_by(_REGISTERED.c.created, _REGISTERED.c.id)).all()
        problems: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            if row.kind == "problem":
                problems.setdefault(row.domain, []).append({"id": row.id, "name": row.name})
        return [
            {"id": row.id, "name": row.name, "problems": problems.get(row.id, [])}
            for row in rows
            if row.kind == "domain" and key in (None, row.id)
        ]

    def unregister(self, key: str) -> bool:
        """Forget a domain with its problems, or a problem; whether there was one."""
        with self.engine.begin() as link:
            gone = delete(_REGISTERED).where((_REGISTERED.c.id == key) | (_REGISTERED.c.domain == key))
            return link.execute(gone).rowcount > 0

    # ---------------------------------------------------------------- sessions

    def begin_session(self, key: str, request: dict[str, Any]) -> None:
        """Note that a closed loop begins."""
        values = {"id": key, "created": time.time(), "status": OPEN, "request": _dumped(request)}
        with self.engine.begin() as link:
            link.execute(insert(_SESSIONS).values(**values, steps="[]", count=0))

    def note_session(self, key: str, status: str, steps: list[Any]) -> None:
        """Keep how far a closed loop has come."""
        values = {"status": status, "steps": _dumped(steps), "count": len(steps)}
        with self.engine.begin() as link:
            link.execute(update(_SESSIONS).where(_SESSIONS.c.id == key).values(**values))

    def session(self, key: str) -> dict[str, Any] | None:
        """How a closed loop went; ``None`` where there is none."""
        with self.engine.connect() as link:
            row = link.execute(select(_SESSIONS).where(_SESSIONS.c.id == key)).one_or_none()
        if row is None:
            return None
        return {"id": key, "status": row.status, "steps": json.loads(row.steps)}


def new_id(kind: str) -> str:
    """An id that nobody guesses."""
    return f"{kind}-{uuid4().hex}"


def _engine(url: str) -> Engine:
    made = make_url(url)
    if made.get_backend_name() != "sqlite":
        return create_engine(made, pool_pre_ping=True)
    if made.database in (None, "", ":memory:"):
        raise ArgumentError("a database in memory is gone with the server; name a file")
    engine = create_engine(made, connect_args={"timeout": 30})

    @event.listens_for(engine, "connect")
    def _(link: Any, _record: Any) -> None:  # pyright: ignore[reportUnusedFunction]
        cursor = link.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")  # who reads does not wait for who writes
        cursor.execute("PRAGMA synchronous=FULL")  # a commit is on the disk when it returns
        cursor.close()

    return engine


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
