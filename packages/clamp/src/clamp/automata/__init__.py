"""Bytes, tokens and automata; knows no planning."""

from clamp.automata.trie import ByteTrie as ByteTrie
from clamp.automata.trie import TrieNode as TrieNode
from clamp.automata.vocabulary import Vocabulary as Vocabulary
