"""What a server counts and measures, in Prometheus' text form, and the spans that OpenTelemetry records."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.context import Context
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from clamp.decoding.result import PlanResult

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300)
_SHARES = (0.0, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0)

_tracer = trace.get_tracer("clamp")


@contextmanager
def span(name: str, context: Context | None = None) -> Generator[tuple[trace.Span, Context]]:
    """A span of OpenTelemetry's, and the context of those within it; it goes nowhere unless the process sends spans.

    It is never the current one of its thread: several requests are worked on in turns there.

    Args:
        context: Of the span that it is in.
    """
    made = _tracer.start_span(name, context)
    try:
        yield made, trace.set_span_in_context(made, context)
    except BaseException as error:
        made.set_status(trace.Status(trace.StatusCode.ERROR, type(error).__name__))
        raise
    finally:
        made.end()


class Metrics:
    """The figures of one server.

    Args:
        waiting: How many requests wait for the model.
    """

    def __init__(self, waiting: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)

        def histogram(name: str, said: str, buckets: tuple[float, ...] = _SECONDS) -> Histogram:
            return Histogram(name, said, registry=self.registry, buckets=buckets)

        def counter(name: str, said: str, *labels: str) -> Counter:
            return Counter(name, said, labels, registry=self.registry)

        self.requests = counter(
            "clamp_requests", "Requests answered, by route and status code.", "route", "code"
        )
        self.plans = counter("clamp_plans", "What came of requests for plans.", "status")
        self.refusals = counter(
            "clamp_refusals", "Requests for which no plan was written, by cause.", "cause"
        )
        self.tokens = counter("clamp_tokens", "Tokens written.")
        self.cache = counter(
            "clamp_problem_cache", "Planning problems asked for: hit where one was read before.", "outcome"
        )
        self.withheld = counter(
            "clamp_undecided_actions", "Actions that search limits left open and withheld."
        )
        self.constraint = histogram(
            "clamp_constraint_seconds", "Time in the constraint, of each text written."
        )
        self.compiled = histogram(
            "clamp_compile_seconds", "Making a constraint and deciding whether a plan exists."
        )
        self.generation = histogram("clamp_generation_seconds", "Writing a text, constraint included.")
        self.queued = histogram("clamp_queue_seconds", "Waiting for the model.")
        self.answered = histogram("clamp_plan_seconds", "From a request for a plan to its answer.")
        self.undecided = histogram(
            "clamp_undecided_share", "Share of actions that search limits left open, of each text.", _SHARES
        )
        self.full = counter("clamp_queue_full", "Requests refused because too many waited.")
        self.gone = counter("clamp_given_up", "Requests given up: the client left, or time was up.", "why")
        Gauge("clamp_queue_depth", "Requests that wait for the model.", registry=self.registry).set_function(
            waiting
        )
        self.sessions = Gauge("clamp_sessions", "Closed loops that are open.", registry=self.registry)
        for outcome in ("hit", "miss"):
            self.cache.labels(outcome)

    def looked_up(self, found: bool) -> None:
        """A planning problem was asked for."""
        self.cache.labels("hit" if found else "miss").inc()

    def written(self, result: PlanResult) -> None:
        """A text was written, or not."""
        timing = result.timing
        self.compiled.observe(timing.compile)
        if timing.tokens:
            self.tokens.inc(timing.tokens)
            self.constraint.observe(timing.constraint)
            self.generation.observe(timing.generation)
        if result.undecided is not None:
            self.withheld.inc(result.undecided.withheld)
            self.undecided.observe(result.undecided.share)

    def ended(self, status: str, cause: str | None) -> None:
        """A request for a plan was answered."""
        self.plans.labels(status).inc()
        if cause is not None:
            self.refusals.labels(cause).inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
