"""What sentences mean, by families of wording, in seven domains: never silently wrong, and the common ones read.

The cases are made from the domains' own verbs, things and states (`worded_domains`); what is read is compared with what
the sentence means by traces, not by text.
"""

from __future__ import annotations

import pytest
from worded_domains import EVERY_CASE, Case, quick, verdict

QUICK = quick(share=5)


def check(case: Case) -> None:
    found = verdict(case)
    assert found in case.allowed, f"{case.text!r} in {case.domain.name}: {found}"


@pytest.mark.sampled(49)
@pytest.mark.traced
@pytest.mark.parametrize("case", QUICK, ids=lambda case: case.id)
def test_a_sentence_is_read_as_what_it_means_or_not_at_all(case: Case) -> None:
    check(case)


@pytest.mark.slow
@pytest.mark.parametrize("case", [one for one in EVERY_CASE if one not in QUICK], ids=lambda case: case.id)
def test_every_sentence_is_read_as_what_it_means_or_not_at_all(case: Case) -> None:
    check(case)
