/** The style of the documents within the site, in the site's colours and fonts. */
export const docsStyle = `
.docs{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
.docs>article{min-width:0;padding:1.25rem;border:1px solid var(--c-border);border-radius:var(--r-xl);background:var(--c-surface);box-shadow:var(--shadow-1);font-size:.9375rem;overflow-wrap:anywhere}
.docs>nav{font-size:var(--text-sm)}
.docs>nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.docs>nav a{display:inline-block;padding:.25rem 0}
.docs>nav a[aria-current]{color:var(--c-text);font-weight:600;text-decoration:none}
.docs h2{font-size:var(--text-xl);line-height:1.3;letter-spacing:-.01em}
.docs h3{margin-top:1.75rem;font-size:var(--text-lg);line-height:1.4}
.docs h4{margin-top:.75rem;font-size:var(--text-sm);color:var(--c-text-muted)}
.docs p{max-width:80ch;margin-top:.5rem}
.docs code,.docs pre{font-family:var(--font-mono);font-size:.8125rem}
.docs pre{margin-top:.5rem;max-height:28rem;padding:.75rem 1rem;border-radius:var(--r-md);background:var(--c-surface-sunken);line-height:1.55;overflow:auto;white-space:pre;overflow-wrap:normal}
.docs .wide{margin-top:.5rem;overflow-x:auto}
.docs table{width:100%;min-width:36rem;font-size:.8125rem;line-height:1.45;overflow-wrap:normal}
.docs caption{text-align:left;color:var(--c-text-muted);padding:.25rem 0}
.docs th,.docs td{text-align:left;vertical-align:top;padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--c-border);font-weight:400}
.docs tbody th{max-width:15rem;overflow-wrap:anywhere}
.docs td{max-width:11rem;overflow-wrap:anywhere}
.docs .means{width:55%;max-width:none;overflow-wrap:break-word}
.docs thead th{color:var(--c-text-muted);font-weight:600}
.docs summary{width:fit-content;padding:.375rem 0;color:var(--g-text);cursor:pointer}
.docs .tools{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:.75rem;margin-top:.75rem}
.docs .tools a{display:block;height:100%;padding:.75rem 1rem;border:1px solid var(--c-border);border-radius:var(--r-lg);color:inherit;text-decoration:none}
.docs .tools a:hover{background:var(--c-surface-hover)}
.docs .tools b{display:block;color:var(--g-text);font-weight:600}
.docs .tools code{color:var(--c-text-muted)}
.try{display:grid;grid-template-columns:minmax(0,1fr);gap:.25rem;margin-top:.5rem;padding:1rem;border:1px solid var(--c-border);border-radius:var(--r-lg)}
.try .fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr));gap:.75rem}
.try label{display:grid;gap:.25rem;font-size:.8125rem}
.try label span{font-family:var(--font-mono)}
.try :is(input,select){width:100%;min-height:2.5rem;padding:0 .625rem;border:1px solid var(--c-border-strong);border-radius:var(--r-md);background:var(--c-surface);color:var(--c-text);font-family:var(--font-mono);font-size:.8125rem}
.try .line{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center}
.try .line [data-state]{color:var(--c-text-muted);font-size:var(--text-sm)}
@media (width >= 1280px){.docs{grid-template-columns:minmax(0,1fr) 11.5rem}
.docs>nav{position:sticky;top:1rem;align-self:start}
.docs>nav ul{display:block}
.docs>nav a{display:block}}
@media (width < 768px){.docs>article{padding:1rem}}
@media print{.docs pre,.docs .wide{max-height:none;overflow:visible;white-space:pre-wrap}.docs>nav,.try{display:none}}
`;

/** For a server without the site: the colours and the frame that the site would bring. */
export const frameStyle = `
:root{color-scheme:light dark;--c-surface:#fff;--c-text:#181e29;--c-text-muted:#48505c;--c-border:#dde2e8;--c-border-strong:#78818e;--c-surface-sunken:#f2f5f9;--c-surface-hover:#ebeff4;--g-text:#603fb0;--r-md:.625rem;--r-lg:.875rem;--r-xl:1.25rem;--text-sm:.875rem;--text-lg:1.125rem;--text-xl:1.375rem;--font-mono:ui-monospace,monospace}
@media (prefers-color-scheme:dark){:root{--c-surface:#0b0f15;--c-text:#e8ecf3;--c-text-muted:#b3bece;--c-border:#2b3544;--c-border-strong:#78818e;--c-surface-sunken:#151c27;--c-surface-hover:#1b2431;--g-text:#c3b5ff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:76rem;background:var(--c-surface);color:var(--c-text);font:1rem/1.6 system-ui,sans-serif}
a{color:var(--g-text)}
ul{padding:0;list-style:none}
h2,h3,h4,p,pre{margin:0}
table{border-collapse:collapse}
:focus-visible{outline:3px solid var(--g-text);outline-offset:2px}
main:focus{outline:none}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;background:var(--c-surface);padding:.5rem}
`;
