"""Requests to the processor inside vLLM, and that processor with a tokenizer handed to it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from clamp.hosts.vllm.batch import BatchProcessor

DOMAIN = """(define (domain house) (:requirements :strips :typing)
  (:types room) (:predicates (at ?r - room) (clean ?r - room))
  (:action go :parameters (?a - room ?b - room) :precondition (at ?a) :effect (and (at ?b) (not (at ?a))))
  (:action sweep :parameters (?a - room) :precondition (at ?a) :effect (clean ?a)))"""
PROBLEM = """(define (problem tidy) (:domain house) (:objects hall attic - room)
  (:init (at hall)) (:goal (clean attic)))"""
SPEC: dict[str, Any] = {"domain": DOMAIN, "problem": PROBLEM, "budget": 3}


class Core(BatchProcessor):
    @staticmethod
    def read_tokenizer(model_config: Any) -> Any:
        return model_config.tokenizer


class Demanding(Core):
    demands = True


def params(carried: Any = None, **options: Any) -> Any:
    extra = None if carried is None else {"clamp": carried}
    return SimpleNamespace(**{"extra_args": extra, "stop_token_ids": None, "logit_bias": None} | options)
