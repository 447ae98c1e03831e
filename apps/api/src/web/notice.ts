import type { Demo } from '../demo/demo.ts';
import { html, type Markup } from '../http/html.ts';
import type { Reachability } from '../reachability/check-reachability.ts';

/**
 * A strip above every page that tells visitors something about this installation. It brings its own markup, style and
 * script, so that pages without a notice carry none of it, and pages with one do not shift while they load.
 */
export interface Notice {
  /** Placed at the end of the `head` element. */
  readonly style: string;
  /** Placed at the start of the `body` of the page with this path; null for the page of unknown addresses. */
  markup(path: string | null): string;
}

/** A box, because a bar would not reach the edge of the window where the page reserves space for a scrollbar. */
const box = `.site-notice{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;margin:.5rem;padding:.375rem .75rem;border:1px solid var(--g-soft-b);border-radius:var(--r-md);background:var(--g-soft);color:var(--c-text);font-size:var(--text-sm)}
.site-notice p{margin:0}.site-notice .says{flex:1 1 18rem}.site-notice ul{display:contents;list-style:none}.site-notice[hidden],.site-notice [hidden]{display:none}
.site-notice a{display:inline-block;padding:.125rem .5rem;border-radius:var(--r-md);background:var(--c-surface);color:var(--g-text);font-family:var(--font-mono)}
.site-notice button{margin-left:auto;min-height:1.75rem;padding:0 .625rem;border:1px solid var(--c-border-strong);border-radius:var(--r-md);background:var(--c-surface);color:var(--c-text);cursor:pointer}
@media (width < 768px){.site-notice ul:not([hidden]){display:flex;gap:.5rem;width:100%;overflow-x:auto;white-space:nowrap}}
@media print{.site-notice{display:none}}`;

/** One line that is as high on every page, which the layout subtracts from the height of the window: nothing scrolls because of it. */
const line = `:root{--notice:2.75rem}
.site-notice.line{flex-wrap:nowrap;height:2.25rem;margin:.25rem .5rem;padding-block:0;overflow:auto hidden;scrollbar-width:thin;white-space:nowrap}
.site-notice.line ul:not([hidden]){display:flex;flex:none;gap:.75rem;width:auto;overflow:visible}
@media print{:root{--notice:0px}}`;

const styleOf = (rules: string) => `<style>\n${rules}\n</style>`;

/** The app changes the address without loading a page; its router signals each change with these events. */
const followPage = `let show=()=>{for(let part of [note,...note.querySelectorAll('[data-page]')])if(part.dataset.page)part.hidden=part.dataset.page!=location.pathname};
for(let type of ['popstate','pushState','replaceState'])addEventListener(type,show);`;

/** A notice that the visitor has hidden stays hidden in this tab until its text changes. */
const putAway = `let is='sonde.note',text=note.textContent;
try{if(sessionStorage.getItem(is)==text)note.remove()}catch{}
note.querySelector('button').onclick=()=>{note.remove();try{sessionStorage.setItem(is,text)}catch{}};`;

const script = (code: string): Markup => ({
  markup: `<script>(note=>{${code}})(document.currentScript.parentElement)</script>`,
});

/** The notice of the demo: nothing is real, and which targets to try. Where it is longer than the window, the keyboard scrolls it. */
export function demoNotice({ targets, notes }: Demo): Notice {
  const pages = [...new Set(targets.map(({ page }) => page))];
  return {
    style: styleOf(`${box}\n${line}`),
    markup: (path) =>
      html`<aside class="site-notice line" aria-label="Demo" tabindex="0"><p><strong>Demo.</strong> A small made-up world on this machine; nothing leaves it.</p>${pages.map((page) => targetsOf(page, page === path))}${script(followPage)}</aside>`
        .markup,
  };

  function targetsOf(page: string, isShown: boolean): Markup {
    const hidden: Markup = { markup: isShown ? '' : ' hidden' };
    const links = targets
      .filter((one) => one.page === page)
      .map(
        ({ field, target, shows }) =>
          html`<li><a href="${page}?${field}=${encodeURIComponent(target)}">${target}</a> ${shows}</li>`,
      );
    const hint = notes[page] ?? '';
    return html`<ul aria-label="Targets to try" data-page="${page}"${hidden}><li>Try</li>${links}<li>${hint}</li></ul>`;
  }
}

const inWords = new Intl.ListFormat('en-GB');

/** The notice that tells what this server cannot reach; null if everything works. */
export function reachabilityNotice({ resolver, tcp, ping }: Reachability): Notice | null {
  const broken = [
    ...(resolver === null ? [] : ['names cannot be resolved']),
    ...(tcp === null ? [] : ['no connection can be made']),
    ...(ping === null ? [] : ['no ping is answered']),
  ];
  if (broken.length === 0) return null;
  const words = `From this server ${inWords.format(broken)}.`;
  // If only pings fail, the notice is relevant to the ping page alone.
  const isAboutPings = broken.length === 1 && ping !== null;
  const page: Markup = { markup: isAboutPings ? ' data-page="/ping"' : '' };
  const rest = isAboutPings
    ? html``
    : html` IP Tracker still knows public addresses; <code>npm run demo</code> shows every tool.`;
  return {
    style: styleOf(box),
    markup: (path) => {
      const hidden: Markup = { markup: isAboutPings && path !== '/ping' ? ' hidden' : '' };
      return html`<aside class="site-notice" aria-label="Connection of this server"${page}${hidden}><p class="says">${words}${rest}</p><button type="button">Hide</button>${script(followPage + putAway)}</aside>`
        .markup;
    },
  };
}
