// The form: it asks the server, and gives the view what comes back.
"use strict";

(function () {
  const by = (id) => document.getElementById(id);
  const view = new ClampView(by("view"));
  let fields = {};          // what the form does not show of the example chosen
  let pictures = {};        // by view, as data URLs
  let running = null;

  function headers() {
    const token = by("token").value || sessionStorage.getItem("clamp-token") || "";
    const found = { "content-type": "application/json" };
    if (token) { found.authorization = `Bearer ${token}`; sessionStorage.setItem("clamp-token", token); }
    return found;
  }

  async function get(path) {
    const answer = await fetch(path, { headers: headers() });
    if (answer.status === 401) { by("token-row").hidden = false; throw new Error("This server asks for a bearer token."); }
    if (!answer.ok) throw new Error(`The server answers with ${answer.status}.`);
    return answer.json();
  }

  // ------------------------------------------------------------ the form

  function notes() {
    const domain = /\(\s*domain\s+([^\s()]+)/i.exec(by("domain").value);
    by("world-note").textContent = domain ? domain[1] : "none yet";
    const rules = by("rules").value.split("\n").filter((line) => line.trim()).length;
    by("rules-note").textContent = rules || by("requirements").value.trim() ? `${rules} as formulas${by("requirements").value.trim() ? ", some in English" : ""}` : "none";
  }

  function thumbs() {
    by("thumbs").replaceChildren(...Object.entries(pictures).map(([name, url]) => {
      const image = document.createElement("img");
      image.src = url;
      image.alt = name;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "×";
      button.setAttribute("aria-label", `Leave out ${name}`);
      button.addEventListener("click", () => { delete pictures[name]; delete fields.scene; delete fields.parts; thumbs(); });
      const item = document.createElement("li");
      item.append(image, button);
      return item;
    }));
  }

  function fill(given) {
    const { instruction, domain, problem, budget, rules, requirements, seen, images, ...others } = given;
    by("instruction").value = instruction || "";
    by("domain").value = domain || "";
    by("problem").value = problem || "";
    by("budget").value = budget ?? "";
    by("seen").value = (seen || []).join(", ");
    by("requirements").value = requirements || "";
    by("rules").value = Array.isArray(rules) ? rules.join("\n") : Object.values(rules || {}).map((one) => one.rule || one).join("\n");
    fields = others;
    fields.named = rules && !Array.isArray(rules) ? rules : null;
    pictures = { ...(images || {}) };
    thumbs();
    notes();
  }

  function asked() {
    const body = { stream: true, trace: true, instruction: by("instruction").value };
    const { named, ...others } = fields;
    Object.assign(body, others);
    for (const name of ["domain", "problem"]) if (by(name).value.trim()) body[name] = by(name).value;
    if (by("budget").value !== "") body.budget = Number(by("budget").value);
    const seen = by("seen").value.split(",").map((one) => one.trim()).filter(Boolean);
    if (seen.length) body.seen = seen;
    if (by("requirements").value.trim()) body.requirements = by("requirements").value;
    const lines = by("rules").value.split("\n").map((line) => line.trim()).filter(Boolean);
    if (lines.length) {
      const reasons = Object.entries(named || {});
      body.rules = Object.fromEntries(lines.map((line, place) => {
        const known = reasons.find(([, one]) => (one.rule || one) === line);
        return known ? known : [`rule ${place + 1}`, line];
      }));
    }
    if (Object.keys(pictures).length) body.images = pictures;
    return body;
  }

  async function choose(button, key) {
    for (const one of by("examples").children) one.setAttribute("aria-pressed", String(one === button));
    try {
      const found = await get(`examples/${key}`);
      by("about").textContent = found.about;
      fill(found.fields);
      view.empty("Ready", "Press Plan, or change what is asked for first.");
    } catch (error) { view.empty("The example did not come", error.message); }
  }

  async function take(files) {
    for (const file of files) {
      const url = await new Promise((done, failed) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result);
        reader.onerror = () => failed(reader.error);
        reader.readAsDataURL(file);
      });
      pictures[file.name.replace(/\.[^.]*$/, "") || `picture ${Object.keys(pictures).length + 1}`] = url;
    }
    delete fields.scene;   // it is that of other pictures
    delete fields.parts;
    thumbs();
  }

  // ------------------------------------------------------------ asking

  async function* events(answer) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value;
      const parts = rest.split("\n\n");
      rest = parts.pop();
      for (const part of parts) {
        const name = /^event: (.*)$/m.exec(part), data = /^data: (.*)$/m.exec(part);
        if (name && data) yield [name[1], JSON.parse(data[1])];
      }
    }
  }

  async function plan(more) {
    if (running) running.abort();
    const control = running = new AbortController();
    const body = { ...asked(), ...(more || {}) };
    view.begin({ instruction: body.instruction, budget: body.budget, pictures, scene: body.scene });
    if (by("view").getBoundingClientRect().top > innerHeight / 2) by("view").scrollIntoView();  // below the form, on a phone
    by("stop").hidden = false;
    if (document.activeElement === by("go")) by("stop").focus({ preventScroll: true });  // what is disabled loses the focus
    by("go").disabled = true;
    let ended = false;
    try {
      const answer = await fetch("v1/plan", { method: "POST", headers: headers(), body: JSON.stringify(body), signal: control.signal });
      if (!answer.ok) {
        if (answer.status === 401) by("token-row").hidden = false;
        const said = await answer.json().catch(() => null);
        view.failed(said && said.error ? said.error.message : `The server answers with ${answer.status}.`);
        return;
      }
      for await (const [name, data] of events(answer)) {
        if (name === "accepted") view.accepted(data.waiting);
        else if (name === "understood") { if (typeof data.budget === "number") view.plan.budget = data.budget; view.understood(data); }
        else if (name === "action") view.action(data);
        else if (name === "error") { view.failed(data.message); ended = true; }
        else { view.show(data); ended = true; }
      }
      if (!ended) view.failed("The connection ended before the plan did.");
    } catch (error) {
      view.failed(error.name === "AbortError" ? "Stopped." : `The server does not answer: ${error.message}`);
    } finally {
      if (running === control) {
        running = null;
        by("go").disabled = false;
        if (document.activeElement === by("stop")) by("go").focus({ preventScroll: true });
        by("stop").hidden = true;
      }
    }
  }

  view.answer = (reading) => {
    if (reading.say) { plan({ goal: reading.say }); return; }
    if (reading.rule) {
      const clause = by("requirements").value.replace(reading.requirement || reading.text || "", "").replace(/^[\s.;,]+|[\s;,]+$/g, "");
      by("requirements").value = clause === "." ? "" : clause;
      by("rules").value = [by("rules").value.trim(), reading.rule].filter(Boolean).join("\n");
      notes();
      plan();
    }
  };

  by("ask").addEventListener("submit", (event) => { event.preventDefault(); plan(); });
  by("stop").addEventListener("click", () => running && running.abort());
  for (const id of ["domain", "rules", "requirements"]) by(id).addEventListener("input", notes);
  by("instruction").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); plan(); } });
  by("files").addEventListener("change", (event) => { take(event.target.files); event.target.value = ""; });
  const drop = by("drop");
  for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("over"); });
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.remove("over"); });
  drop.addEventListener("drop", (event) => take(event.dataTransfer.files));

  (async function start() {
    view.empty("Nothing is planned yet", "Choose an example on the left, or bring a picture and a domain, and say what you want.");
    try {
      const health = await get("healthz");
      by("server").textContent = `${health.model.split("/").pop()}, ${health.engine}`;
      by("server").classList.add("ok");
      const listed = (await get("examples")).examples;
      by("examples").replaceChildren(...listed.map((one) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = one.title;
        button.setAttribute("aria-pressed", "false");
        button.addEventListener("click", () => choose(button, one.id));
        return button;
      }));
      if (listed.length) await choose(by("examples").firstChild, listed[0].id);
    } catch (error) {
      by("server").textContent = error.message;
      by("server").classList.add("bad");
    }
    by("token").addEventListener("change", () => { sessionStorage.setItem("clamp-token", by("token").value); by("token-row").hidden = true; start(); }, { once: true });
  })();
})();
