// One plan, shown: what was understood, its actions, what they do, and of each token what was rejected and why.
// Every text from outside is written as text, never as markup.
"use strict";

(function () {
  const LINE = 28;               // pixels of a line of tokens; style.css says the same
  const MOST_IN_LINE = 200;      // tokens
  const KNOWN = ["syntax", "visibility", "executability", "rules", "goal", "loops"];
  const MEANING = {
    syntax: "not how a plan is written",
    visibility: "names what is not seen",
    executability: "cannot be executed there",
    rules: "breaks a rule, or leads where one must be broken",
    goal: "leads where the goal is out of reach within the budget",
    loops: "comes back to a state that was there before",
  };
  const COLOURS = ["#d1495b", "#00798c", "#b5651d", "#5b5bd6", "#2e8b57", "#a23b93", "#8a6d00", "#3a6ea5"];

  function make(tag, options, ...children) {
    const one = document.createElement(tag);
    for (const [name, value] of Object.entries(options || {})) {
      if (value === undefined || value === null) continue;
      if (name === "class") one.className = value;
      else if (name === "text") one.textContent = value;
      else if (name.startsWith("on")) one.addEventListener(name.slice(2), value);
      else one.setAttribute(name, value);
    }
    one.append(...children.filter((child) => child !== null && child !== undefined));
    return one;
  }

  function drawn(tag, options, ...children) {
    const one = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(options || {})) {
      if (name === "text") one.textContent = value;
      else one.setAttribute(name, value);
    }
    one.append(...children);
    return one;
  }

  // What cannot be seen is written as its number, so that no text pretends to be another.
  function visible(text) {
    return String(text).replace(/[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800\u034f\ufe00-\ufe0f]/gu,
      (one) => one === "\n" || one === "\t" ? one : `\\u{${one.codePointAt(0).toString(16)}}`);
  }

  function count(number, noun) { return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`; }
  function call(action) { return `${action.name}(${(action.args || []).join(", ")})`; }
  function fact(one) { return one.length > 1 ? `${one[0]}(${one.slice(1).join(", ")})` : String(one[0]); }
  function kind(constraint) { return KNOWN.includes(constraint) ? constraint : "other"; }

  function share(logprob) {
    if (typeof logprob !== "number" || !isFinite(logprob)) return "";
    const found = Math.exp(logprob) * 100;
    return found >= 99.95 ? "100 %" : found >= 0.1 ? `${found.toFixed(1)} %` : "< 0.1 %";
  }

  function quoted(text) { return text === "" ? "the end" : `“${visible(text).replaceAll("\n", "⏎").replaceAll("\t", "⇥")}”`; }

  // A token's text in a line: its spaces, line ends and hidden characters can be seen.
  function pieces(text) {
    if (text === "") return [make("span", { class: "dim", text: "∎" })];
    const shown = visible(text), found = [];
    for (const part of shown.match(/\n|\t|[^\n\t]+/g) || []) {
      if (part === "\n") found.push(make("span", { class: "dim", text: "⏎" }));
      else if (part === "\t") found.push(make("span", { class: "dim", text: "⇥" }));
      else found.push(document.createTextNode(part.length > 60 ? `${part.slice(0, 57)}…` : part));
    }
    return found;
  }

  function refusalOf(step) {
    if (step.wanted) return step.wanted.constraint || "other";
    return null;
  }

  class ClampView {
    constructor(root) {
      this.root = root;
      this.said = make("div", { class: "sr", role: "status", "aria-live": "polite" });
      this.clear();
    }

    clear() {
      this.plan = { actions: [] };
      this.at = -1;
      this.token = -1;
      this.root.replaceChildren(this.said);
    }

    empty(title, text) {
      this.clear();
      this.root.append(make("div", { class: "empty" }, make("h2", { text: title }), make("p", { text })));
    }

    // ------------------------------------------------------------ while a plan is written

    begin(asked) {
      this.clear();
      this.plan = { actions: [], instruction: asked.instruction, budget: asked.budget ?? null, pictures: asked.pictures, scene: asked.scene };
      this.banner = this.root.appendChild(make("section", { class: "card banner busy" }));
      this.status("busy", "●", "Waiting for the model", "");
      this.understoodCard = this.root.appendChild(make("section", { class: "card understood", hidden: "" }));
      this.pair = this.root.appendChild(make("div", { class: "pair", hidden: "" }));
      this.rest = this.root.appendChild(make("div", { class: "rest", style: null }));
      this.rest.className = "";
      this.rest.style.display = "contents";
      this.planCard();
    }

    status(kindOf, mark, title, text) {
      this.banner.className = `card banner ${kindOf}`;
      this.banner.replaceChildren(
        make("span", { class: "mark", "aria-hidden": "true", text: mark }),
        make("h2", { text: title }),
        ...(text ? [make("p", { text })] : []),
      );
      this.said.textContent = `${title}. ${text || ""}`;
    }

    accepted(waiting) {
      this.status("busy", "●", waiting > 1 ? "Waiting for the model" : "Thinking", waiting > 1 ? `${count(waiting - 1, "request")} before this one.` : "Is there a plan at all? Decided before the first word.");
    }

    understood(found) {
      const rows = [];
      const row = (term, ...what) => rows.push(make("dt", { text: term }), make("dd", {}, ...what));
      if (this.plan.instruction) row("Asked", document.createTextNode(visible(this.plan.instruction)));
      const goal = found.goal;
      if (goal && goal.text) row("Goal", document.createTextNode(visible(goal.text)), make("span", { class: "hint", text: goal.read_by === "model" ? "  as the model reads it" : "  as it was read off the sentence" }));
      else if (Array.isArray(goal)) row("Goal", document.createTextNode(goal.map((one) => fact(one.map(String))).join(", ")));
      for (const one of found.requirements || []) {
        row("Required", document.createTextNode(one.said ? visible(one.said) : `${visible(one.text)} (left out: not understood)`), document.createTextNode(" "), make("code", { text: one.rule ? visible(one.rule) : "" }));
      }
      const said = new Set((found.requirements || []).map((one) => one.rule));
      for (const one of found.rules || []) {
        if (said.has(one.rule)) continue;
        const because = one.reason || one.because;
        row("Rule", document.createTextNode(because ? `${visible(one.name)}: ${visible(because)} ` : ""), make("code", { text: visible(one.rule) }));
      }
      this.understoodCard.hidden = !rows.length;
      this.understoodCard.replaceChildren(make("h2", { text: "What was understood" }), make("dl", {}, ...rows));
    }

    action(action) {
      this.plan.actions.push({ name: action.name, args: action.args });
      this.pair.hidden = false;
      this.status("busy", "●", "Writing", "Each action can be executed after those before it, and some plan goes on to the goal.");
      this.said.textContent = `Action ${this.plan.actions.length}: ${call(action)}`;
      this.stepsList.append(this.stepItem(this.plan.actions.length - 1));
      this.stepsBox.scrollTop = this.stepsBox.scrollHeight;
      this.meterTo();
    }

    // ------------------------------------------------------------ a whole plan, or what came instead

    show(plan) {
      const before = this.plan;
      if (!this.banner) this.begin({ instruction: plan.instruction });
      this.plan = Object.assign({ pictures: before.pictures, scene: before.scene, instruction: before.instruction }, plan);
      this.plan.actions = plan.actions || [];
      const failure = plan.failure, status = plan.status === "fail" ? "no_plan" : plan.status;
      if (status === "plan") {
        const certificate = plan.certificate || {};
        const certified = certificate.certified !== false;
        const many = count(this.plan.actions.length, "action");
        this.status(certified ? "good" : "ask-back", certified ? "✓" : "!", this.plan.actions.length ? `${certified ? "Certified plan" : "A plan, not certified for all of it"}, ${many}` : "Nothing has to be done: the goal holds already", [certificate.claim, this.shortest()].filter(Boolean).join(" "));
      } else if (status === "question") {
        this.status("ask-back", "?", "Which do you mean?", plan.question || "");
        this.readings(plan.readings || []);
      } else {
        const smallest = failure && failure.smallest_budget;
        this.status("bad", "✕", `No plan${failure && failure.cause ? ` (${failure.cause})` : ""}`, `${failure ? failure.message : ""}${smallest ? ` The smallest budget that would do: ${smallest}.` : ""}`);
      }
      if (status !== "question") this.understood(plan);
      this.pair.hidden = !this.plan.actions.length;
      if (this.plan.actions.length) {
        this.planCard();
        this.stepsList.append(...this.plan.actions.map((_, index) => this.stepItem(index)));
        this.meterTo();
      }
      this.rest.replaceChildren();
      this.shots();
      this.trace();
      if (this.plan.actions.length) this.select(this.plan.actions.length - 1, false);
    }

    failed(message) {
      if (!this.banner) this.begin({});
      this.status("bad", "✕", "It was not planned", message);
    }

    shortest() {
      const one = this.plan.shortest;
      if (!one) return "";
      const known = one.proved ? "" : " that was found";
      return one.more ? `${count(one.more, "action")} more than the shortest plan${known}.` : `No plan${known} is shorter.`;
    }

    readings(list) {
      if (!list.length) return;
      const box = make("div", { class: "readings" });
      for (const one of list) {
        const label = one.requirement ? `${visible(one.requirement)}: ${visible(one.text)}` : visible(one.text || one.said || "");
        box.append(make("button", { type: "button", onclick: () => this.answer && this.answer(one), disabled: this.answer ? null : "" },
          make("span", { text: label }),
          make("span", { class: "hint", text: typeof one.share === "number" ? `${Math.round(one.share * 100)} %` : "" })));
      }
      this.banner.append(box);
    }

    // ------------------------------------------------------------ actions, budget, state

    planCard() {
      this.stepsList = make("ol", {});
      this.stepsBox = make("div", { class: "steps" }, this.stepsList);
      this.meter = make("div", {});
      this.left = make("span", { class: "hint" });
      this.factsCard = make("section", { class: "card" });
      this.pair.replaceChildren(
        make("section", { class: "card", "aria-label": "The plan" }, make("h2", {}, document.createTextNode("The plan"), this.left),
          make("div", { class: "meter", "aria-hidden": "true" }, this.meter), this.stepsBox),
        this.factsCard,
      );
      this.factsCard.hidden = true;
      this.touched = new Map();
    }

    meterTo() {
      const used = this.plan.actions.length, budget = this.plan.budget;
      if (typeof budget !== "number") { this.left.textContent = count(used, "action"); this.meter.parentElement.hidden = true; return; }
      this.meter.parentElement.hidden = false;
      this.meter.style.width = `${budget ? Math.min(100, 100 * used / budget) : 100}%`;
      this.left.textContent = `${used} of ${budget} actions, ${budget - used} left`;
    }

    stepItem(index) {
      const action = this.plan.actions[index], story = this.plan.story && this.plan.story.steps[index];
      const name = make("span", { class: "call" }, make("b", { text: visible(action.name) }), document.createTextNode(`(${(action.args || []).map(visible).join(", ")})`));
      const effects = make("span", { class: "effects" });
      if (story) {
        for (const one of story.added) effects.append(make("span", { class: "gain", text: visible(fact(one)) }));
        for (const one of story.removed) effects.append(make("span", { class: "loss", text: visible(fact(one)) }));
      }
      return make("li", {}, make("button", { type: "button", class: "step", onclick: () => this.select(index, true) },
        make("span", { class: "number", text: `${index + 1}` }), name, story ? effects : null));
    }

    select(index, scroll) {
      this.at = index;
      [...this.stepsList.querySelectorAll(".step")].forEach((one, place) => {
        if (place !== index) { one.removeAttribute("aria-current"); return; }
        one.setAttribute("aria-current", "true");
        const top = one.offsetTop - this.stepsBox.offsetTop;
        if (top < this.stepsBox.scrollTop || top + one.offsetHeight > this.stepsBox.scrollTop + this.stepsBox.clientHeight) this.stepsBox.scrollTop = top - this.stepsBox.clientHeight / 2;
      });
      this.facts();
      this.highlight();
      if (scroll && this.lines) {
        const place = (this.plan.trace || []).findIndex((step) => step.actions === index);
        if (place >= 0) this.pick(place, false);
      }
    }

    facts() {
      const story = this.plan.story;
      this.factsCard.hidden = !story;
      if (!story) return;
      const now = new Map(story.first.map((one) => [fact(one), one]));
      for (const step of story.steps.slice(0, this.at)) {
        for (const one of step.removed) now.delete(fact(one));
        for (const one of step.added) now.set(fact(one), one);
      }
      const step = story.steps[this.at] || { added: [], removed: [] };
      const gone = new Set(step.removed.map(fact));
      const items = step.added.map((one) => make("li", { class: "gain", text: visible(fact(one)) }));
      for (const text of now.keys()) items.push(make("li", { class: gone.has(text) ? "loss" : "", text: visible(text) }));
      const left = typeof this.plan.budget === "number" ? `${this.plan.budget - this.at - 1} left of the budget` : "";
      this.factsCard.replaceChildren(...[
        make("h2", {}, document.createTextNode(`What holds after action ${this.at + 1}`), make("span", { class: "hint", text: left })),
        make("ul", { class: "facts" }, ...items),
        story.whole === false ? make("p", { class: "keys", text: "Of the things that the plan touches." }) : null,
      ].filter(Boolean));
    }

    // ------------------------------------------------------------ pictures

    shots() {
      const pictures = this.plan.pictures || {}, scene = this.plan.scene;
      const views = Object.keys(pictures);
      this.boxes = [];
      if (!views.length) return;
      const touches = new Map();
      this.plan.actions.forEach((action, index) => {
        for (const one of new Set(action.args || [])) touches.set(one, [...(touches.get(one) || []), index]);
      });
      const colours = new Map([...touches.keys()].map((one, place) => [one, COLOURS[place % COLOURS.length]]));
      const figures = views.map((view) => {
        const image = make("img", { src: pictures[view], alt: `The view ${view}${touches.size ? `; touched: ${[...touches.keys()].join(", ")}` : ""}` });
        const figure = make("figure", {}, make("div", { class: "shot" }, image), make("figcaption", { text: visible(view) }));
        const entities = ((scene && scene.entities) || []).filter((one) => one.view === view && one.seen !== false);
        const size = scene && scene.views && scene.views[view];
        if (entities.length && size) figure.firstChild.append(this.overlay(entities, size, touches, colours));
        return figure;
      });
      this.rest.append(make("section", { class: "card" }, make("h2", {}, document.createTextNode("What each action touches"), make("span", { class: "hint", text: "numbers are those of the actions" })), make("div", { class: "shots" }, ...figures)));
    }

    overlay(entities, size, touches, colours) {
      const width = size.width ?? size[0], height = size.height ?? size[1];
      const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
      const boxOf = new Map(entities.filter((one) => one.box).map((one) => [one.id, one.box]));
      const unit = width / 420;
      const marked = [];
      for (const one of entities) {
        const box = one.box || (touches.has(one.id) ? boxOf.get(one.place) : null);
        if (!box) continue;
        const [x0, y0, x1, y1] = box;
        const steps = touches.get(one.id);
        const group = drawn("g", {}, drawn("title", { text: visible(one.id) }), drawn("rect", { class: steps ? "box" : "box plain", x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: 2 * unit }));
        if (steps) {
          group.querySelector("rect").setAttribute("stroke", colours.get(one.id));
          const text = visible(`${steps.map((step) => step + 1).join(",")}: ${one.id}`);
          const long = Math.min(width, text.length * 6.3 * unit + 8 * unit), high = 14 * unit;
          let y = y0 - high < 0 ? y0 : y0 - high;
          const x = Math.max(0, Math.min(x0, width - long));
          while (marked.some((other) => x < other.x + other.long && other.x < x + long && Math.abs(other.y - y) < high)) y += high;
          marked.push({ x, y, long });
          const label = drawn("text", { x: x + 4 * unit, y: y + 10.4 * unit, text });
          label.style.fontSize = `${10 * unit}px`;
          group.append(drawn("rect", { x, y, width: long, height: high, rx: 3 * unit, fill: colours.get(one.id) }), label);
          this.boxes.push({ group, steps });
          svg.append(group);
        } else svg.prepend(group);
      }
      return svg;
    }

    highlight() {
      for (const { group, steps } of this.boxes || []) {
        const hot = steps.includes(this.at);
        group.setAttribute("class", hot ? "hot" : "dim");
      }
    }

    // ------------------------------------------------------------ tokens

    trace() {
      const trace = this.plan.trace || [];
      this.lines = null;
      if (!trace.length) return;
      const refused = trace.filter((step) => refusalOf(step));
      const counts = new Map();
      for (const step of refused) counts.set(kind(refusalOf(step)), (counts.get(kind(refusalOf(step))) || 0) + 1);
      const legend = make("div", { class: "legend", role: "group", "aria-label": "Go to the next token at which this constraint forbade what the model wanted" });
      for (const name of [...KNOWN, "other"].filter((one) => counts.has(one))) {
        legend.append(make("button", { type: "button", title: MEANING[name] || "", onclick: () => this.jump(1, name) }, make("span", { class: `badge c-${name}`, text: name }), make("span", { class: "hint", text: `${counts.get(name)}` })));
      }
      this.inner = make("div", {});
      this.list = make("div", { class: "tokens", role: "listbox", tabindex: "0", "aria-label": `The plan's ${count(trace.length, "token")}` }, this.inner);
      this.list.addEventListener("scroll", () => this.paint());
      this.list.addEventListener("keydown", (event) => this.key(event));
      this.list.addEventListener("click", (event) => {
        const one = event.target.closest(".token");
        if (one) this.pick(Number(one.dataset.at), true);
      });
      this.whyCard = make("section", { class: "card why", "aria-live": "polite", "aria-label": "Why this token" });
      const many = `${refused.length} of ${count(trace.length, "token")} ${refused.length === 1 ? "is" : "are"} not what the model wanted`;
      this.rest.append(make("div", { class: "pair" },
        make("section", { class: "card" }, make("h2", {}, document.createTextNode("Token by token"), make("span", { class: "hint", text: many })), legend, this.list,
          make("p", { class: "keys" }, document.createTextNode("Underlined: the model wanted another token, which was forbidden. "), make("kbd", { text: "←" }), make("kbd", { text: "→" }), document.createTextNode(" token, "), make("kbd", { text: "↑" }), make("kbd", { text: "↓" }), document.createTextNode(" line, "), make("kbd", { text: "n" }), make("kbd", { text: "p" }), document.createTextNode(" next and previous that was forbidden"))),
        this.whyCard));
      this.lay();
      let first = trace.findIndex((step) => refusalOf(step) && refusalOf(step) !== "syntax");
      if (first < 0) first = trace.findIndex((step) => refusalOf(step));
      this.pick(first >= 0 ? first : 0, false);
      if (typeof ResizeObserver === "function") new ResizeObserver(() => { const now = this.list.clientWidth; if (this.lines && now && now !== this.width) { this.lay(); this.paint(); } }).observe(this.list);
    }

    // Tokens in lines: a new one for each action, and where one is full.
    lay() {
      const trace = this.plan.trace;
      this.width = this.list.clientWidth || 600;
      const room = Math.max(16, Math.floor((this.width - 64) / 8.4));
      this.lines = [];
      let used = 0, line = null;
      trace.forEach((step, index) => {
        const long = Math.min(60, Math.max(1, visible(step.text).length)) + 0.3;
        const before = trace[index - 1];
        const fresh = !before || (before.actions !== step.actions && !/^[\s,;}\]]*$/.test(step.text)) || /\n\s*$/.test(before.text);
        if (!line || fresh || used + long > room || line.to - line.from >= MOST_IN_LINE) {
          line = { from: index, to: index, action: fresh ? step.actions : null };
          this.lines.push(line);
          used = 0;
        }
        line.to = index + 1;
        used += long;
      });
      this.inner.style.height = `${this.lines.length * LINE + 8}px`;
      this.inner.style.position = "relative";
      this.painted = null;
      this.paint();
    }

    lineOf(index) {
      let low = 0, high = this.lines.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.lines[middle].from <= index) low = middle; else high = middle - 1;
      }
      return low;
    }

    // Only the lines in sight are in the document, however long the plan is.
    paint() {
      const top = Math.max(0, Math.floor(this.list.scrollTop / LINE) - 6);
      const bottom = Math.min(this.lines.length, Math.ceil((this.list.scrollTop + (this.list.clientHeight || 330)) / LINE) + 6);
      if (this.painted && this.painted.top === top && this.painted.bottom === bottom && this.painted.token === this.token) return;
      this.painted = { top, bottom, token: this.token };
      const trace = this.plan.trace, made = document.createDocumentFragment();
      for (let place = top; place < bottom; place += 1) {
        const line = this.lines[place];
        const row = make("div", { class: "line", role: "presentation" });
        row.style.top = `${place * LINE + 4}px`;
        row.append(make("span", { class: "gutter", "aria-hidden": "true", text: line.action === null ? "" : `${line.action + 1}` }));
        for (let index = line.from; index < line.to; index += 1) {
          const step = trace[index], why = refusalOf(step);
          const one = make("span", {
            class: `token${why ? ` refused t-${kind(why)}` : ""}`, role: "option", id: `token-${index}`, "data-at": index,
            "aria-selected": index === this.token ? "true" : "false", "aria-setsize": trace.length, "aria-posinset": index + 1,
            "aria-label": `${quoted(step.text)}${why ? `, instead of ${quoted(step.wanted.text)}, which ${why} forbids` : ""}`,
          }, ...pieces(step.text));
          row.append(one);
        }
        made.append(row);
      }
      this.inner.replaceChildren(made);
    }

    pick(index, focus) {
      const trace = this.plan.trace;
      this.token = Math.max(0, Math.min(trace.length - 1, index));
      const top = this.lineOf(this.token) * LINE;
      if (top < this.list.scrollTop || top + LINE > this.list.scrollTop + this.list.clientHeight) {
        this.list.scrollTop = Math.max(0, top - this.list.clientHeight / 2);
      }
      this.paint();
      this.list.setAttribute("aria-activedescendant", `token-${this.token}`);
      if (focus) this.list.focus({ preventScroll: true });
      this.explain();
    }

    jump(way, name) {
      const trace = this.plan.trace, many = trace.length;
      for (let ahead = 1; ahead <= many; ahead += 1) {
        const index = (this.token + way * ahead + many * 2) % many, why = refusalOf(trace[index]);
        if (why && (!name || kind(why) === name)) { this.pick(index, false); return; }
      }
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const line = this.lineOf(this.token), page = Math.max(1, Math.floor(this.list.clientHeight / LINE) - 1);
      const along = this.token - this.lines[line].from;
      const inLine = (place) => {
        const one = this.lines[Math.max(0, Math.min(this.lines.length - 1, place))];
        this.pick(Math.min(one.from + along, one.to - 1), false);
      };
      switch (event.key) {
        case "ArrowRight": this.pick(this.token + 1, false); break;
        case "ArrowLeft": this.pick(this.token - 1, false); break;
        case "ArrowDown": inLine(line + 1); break;
        case "ArrowUp": inLine(line - 1); break;
        case "PageDown": inLine(line + page); break;
        case "PageUp": inLine(line - page); break;
        case "Home": this.pick(0, false); break;
        case "End": this.pick(this.plan.trace.length - 1, false); break;
        case "n": this.jump(1); break;
        case "p": this.jump(-1); break;
        default: return;
      }
      event.preventDefault();
    }

    explain() {
      const trace = this.plan.trace, step = trace[this.token];
      const parts = [make("h2", {}, make("span", { class: "chosen", text: quoted(step.text).replace(/[“”]/g, "") }), make("span", { class: "hint", text: `token ${this.token + 1} of ${trace.length}` }))];
      const admissible = typeof step.allowed === "number" ? `${count(step.allowed, "token")} admissible here.` : "Nothing was enforced here.";
      const own = share(step.logprob) ? ` The model by itself gives this one ${share(step.logprob)}.` : "";
      parts.push(make("p", { class: "quiet", text: admissible + own }));
      let rejected = step.rejected || [];
      if (!rejected.length && step.wanted) rejected = [step.wanted];
      if (rejected.length) {
        const same = (one, place) => place > 0 && rejected[place - 1].reason === one.reason;
        const rows = rejected.map((one, place) => make("tr", {},
          make("td", { class: "word", text: quoted(one.text).replace(/[“”]/g, "") }),
          make("td", {}, make("span", { class: `badge c-${kind(one.constraint)}`, text: visible(one.constraint) }), make("span", { class: `reason${same(one, place) ? " quiet" : ""}`, text: same(one, place) ? "for the same reason" : visible(one.reason) })),
          make("td", { class: "figure", text: share(one.logprob) })));
        parts.push(make("h3", { text: rejected.length > 1 ? "The best that were rejected" : "Rejected" }), make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col", text: "token" }), make("th", { scope: "col", text: "forbidden by, and why" }), make("th", { scope: "col", text: "model" }))), make("tbody", {}, ...rows)));
      } else parts.push(make("p", { text: step.allowed === 1 ? "Only this token may come here." : "What the model wanted was admissible." }));
      const scores = [];
      if (typeof step.logprob === "number") scores.push(["model", step.logprob, "log-probability, before anything is forbidden"]);
      for (const [name, value] of Object.entries(step.scores || {})) scores.push([name, value, name === "G" ? "goal mass of the lookahead" : ""]);
      if (scores.length > 1 || step.weighed_by) {
        parts.push(make("h3", { text: "Scores of this token, by name" }), make("table", {}, make("tbody", {}, ...scores.map(([name, value, said]) => make("tr", {}, make("td", { class: "word", text: visible(name) }), make("td", { class: "quiet", text: said }), make("td", { class: "figure", text: Number(value).toFixed(2) }))))));
      }
      if ((step.candidates || []).length) {
        parts.push(make("h3", { text: `Admissible, best first by ${visible(step.weighed_by || "score")}` }), make("table", {}, make("tbody", {}, ...step.candidates.map((one) => make("tr", {}, make("td", { class: "word", text: quoted(one.text).replace(/[“”]/g, "") }), make("td", { class: "figure", text: Number(one.score).toFixed(2) }))))));
      }
      this.whyCard.replaceChildren(...parts);
    }
  }

  window.ClampView = ClampView;
})();
