"use strict";
// Search over the sections of the page. "/" goes to the field, arrows choose, Enter opens, Escape closes.
(() => {
  const MOST = 12;
  const search = document.getElementById("search");
  const field = document.getElementById("words");
  const list = document.getElementById("found");
  const entries = [...document.querySelectorAll("[data-find]")].map((node) => ({
    name: node.dataset.find,
    also: node.dataset.also ?? "",
    kind: node.dataset.kind,
    href: node.getAttribute("href") ?? `#${node.id}`,
    text: `${node.dataset.find} ${node.dataset.also ?? ""}`.toLowerCase().replaceAll("_", " "),
  }));
  let chosen = -1;

  const wordsOf = (text) => text.toLowerCase().replaceAll("_", " ").split(/\s+/).filter(Boolean);

  // Lower is better: the name itself, its beginning, a word of it, any part.
  const rank = ({ name, text }, words) => {
    const plain = name.toLowerCase().replaceAll("_", " ");
    const asked = words.join(" ");
    if (plain === asked) return 0;
    if (plain.startsWith(asked)) return 1;
    return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 2 : 3;
  };

  const choose = (index) => {
    const options = [...list.children];
    chosen = options.length ? (index + options.length) % options.length : -1;
    options.forEach((option, place) => option.setAttribute("aria-selected", String(place === chosen)));
    if (chosen < 0) field.removeAttribute("aria-activedescendant");
    else {
      field.setAttribute("aria-activedescendant", options[chosen].id);
      options[chosen].scrollIntoView({ block: "nearest" });
    }
  };

  const close = () => {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
  };

  const option = (entry, index) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const kind = document.createElement("b");
    const name = document.createElement("span");
    const also = document.createElement("small");
    item.id = `found-${index}`;
    item.setAttribute("role", "option");
    link.href = entry.href;
    link.tabIndex = -1;
    kind.textContent = entry.kind;
    kind.className = `method m-${entry.kind}`;
    name.textContent = entry.name;
    also.textContent = entry.also;
    link.append(kind, name, also);
    item.append(link);
    return item;
  };

  const show = () => {
    const words = wordsOf(field.value);
    const found = entries
      .filter(({ text }) => words.length && words.every((word) => text.includes(word)))
      .map((entry) => ({ entry, rank: rank(entry, words) }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, MOST);
    list.replaceChildren(...found.map(({ entry }, index) => option(entry, index)));
    list.hidden = found.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
    choose(0);
  };

  field.addEventListener("input", show);
  field.addEventListener("focus", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter") list.children[chosen]?.firstChild.click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", () => {
    close();
    field.blur();
  });
  document.addEventListener("click", (event) => {
    if (!search.contains(event.target)) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=radio]), textarea")) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  search.hidden = false;

  // The contents mark the part that is read; it stays in its place while calls change their language above it.
  let current = document.getElementById("introduction");
  let top = 0;
  addEventListener("scroll", () => { top = current.getBoundingClientRect().top; }, { passive: true });
  const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
  const read = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (!isIntersecting) continue;
        current = target;
        top = target.getBoundingClientRect().top;
        document.querySelector("nav [aria-current]")?.removeAttribute("aria-current");
        const link = links.get(target.id);
        link?.setAttribute("aria-current", "true");
        const pane = link?.closest("nav");
        if (pane && pane.scrollHeight > pane.clientHeight) {
          pane.scrollTop = link.offsetTop - pane.clientHeight / 2;
        }
      }
    },
    { rootMargin: "-25% 0px -70% 0px" },
  );
  document.querySelectorAll("section.introduction, article.operation, #errors, #limits, #types").forEach((part) => read.observe(part));

  // Calls can be copied where the browser allows it.
  if (navigator.clipboard) {
    for (const calls of document.querySelectorAll(".calls")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        const shown = [...calls.querySelectorAll(".call")].find((call) => call.offsetParent !== null);
        await navigator.clipboard.writeText(shown.innerText);
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      });
      calls.append(button);
    }
  }

  // The language of examples is kept for the next visit, where the browser allows it.
  const KEPT = "flipside-docs-language";
  const languages = [...document.querySelectorAll("input[name=language]")];
  for (const language of languages) {
    language.addEventListener("change", () => scrollBy(0, current.getBoundingClientRect().top - top));
  }
  try {
    const kept = languages.find(({ value }) => value === localStorage.getItem(KEPT));
    if (kept) kept.checked = true;
    for (const language of languages) {
      language.addEventListener("change", () => localStorage.setItem(KEPT, language.value));
    }
  } catch {
    // no storage: curl is shown first
  }
})();
