/** Light or dark by the reader's system setting, one column on phones, black on white in print. */
export const htmlStyle = `
:root{color-scheme:light dark;--text:#16181d;--muted:#555b66;--line:#dcdfe5;--paper:#fff;--sunken:#f4f5f7;
--bad:#b3261e;--warn:#8a5300;--good:#1b6e3c;--unknown:#555b66;--note:#555b66}
@media (prefers-color-scheme:dark){:root{--text:#e9ebef;--muted:#a6adb9;--line:#363b45;--paper:#15171b;--sunken:#1f2228;
--bad:#ff9d94;--warn:#f2bd68;--good:#7fd6a0;--unknown:#a6adb9;--note:#a6adb9}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem 1rem 3rem;background:var(--paper);color:var(--text);font:16px/1.5 system-ui,sans-serif}
header,main,footer{max-width:64rem;margin:0 auto}
h1,h2,h3,p,dd{overflow-wrap:anywhere}
h1{margin:0;font-size:1.6rem;line-height:1.25}
h2{margin:2.5rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--line);font-size:1.25rem}
h3{margin:0;font-size:1rem}
p{margin:.25rem 0}
.muted,.about,footer{color:var(--muted)}
.about,td{font-family:ui-monospace,monospace;font-size:.85rem}
.counts{margin:.5rem 0;font-size:1.1rem;font-weight:600}
nav ul,.findings{margin:0;padding:0;list-style:none}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.5rem}
a{color:inherit}
.findings li{padding:.75rem 0;border-top:1px solid var(--line);break-inside:avoid}
.state{display:inline-block;min-width:5.5rem;font-weight:700}
[data-state=bad] .state{color:var(--bad)}[data-state=warn] .state{color:var(--warn)}[data-state=good] .state{color:var(--good)}
[data-state=unknown] .state{color:var(--unknown)}[data-state=note] .state{color:var(--note)}
dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{color:var(--muted)}
dd{margin:0}
.pic{--p-good:var(--good);--p-warn:var(--warn);--p-bad:var(--bad);--p-unknown:var(--unknown);--p-plain:var(--muted);
--p-text:var(--text);--p-muted:var(--muted);--p-line:var(--line);--p-paper:var(--paper)}
.picture{margin:.5rem 0 1.5rem}
.pic .mono,code{font-family:ui-monospace,monospace}
summary{cursor:pointer;padding:.35rem 0;font-weight:600}
.wide{overflow-x:auto;margin:.25rem 0 1rem}
table{border-collapse:collapse}
caption{padding:.25rem 0;text-align:left;font-weight:600}
th,td{padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
td{overflow-wrap:anywhere;min-width:5rem;white-space:pre-wrap}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}
@media (max-width:40rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.4rem}}
@media print{:root{--text:#000;--muted:#333;--line:#999;--paper:#fff;--bad:#000;--warn:#000;--good:#000}
body{padding:0;font-size:10pt}nav{display:none}details::details-content{content-visibility:visible;display:block}.wide{overflow:visible}tr,dl{break-inside:avoid}}
`;
