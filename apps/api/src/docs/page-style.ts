/** Light or dark by the visitor's system setting; text has a contrast of at least 7:1. */
export const docsStyle = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1a2230;--quiet:#414d60;--line:#d5dbe5;--raised:#f3f5f9;--link:#0a3f9e}
@media (prefers-color-scheme:dark){:root{--ground:#0b0f15;--ink:#e8ecf3;--quiet:#b3bece;--line:#2b3544;--raised:#151c27;--link:#9dc2ff}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;padding:1rem;max-width:60rem;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
main:focus{outline:none}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;background:var(--ground);padding:.5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}
h1{font-size:1.75rem;line-height:1.2}
h2{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line);font-size:1.35rem}
h3{font-size:1.05rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
pre{background:var(--raised);padding:.75rem;border-radius:.375rem;overflow-x:auto;overflow-wrap:normal}
@media (max-width:40rem){pre{white-space:pre-wrap;overflow-wrap:anywhere}}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;min-width:32rem;overflow-wrap:normal}
caption{text-align:left;color:var(--quiet);padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);font-weight:400}
tbody th{min-width:clamp(6rem,16vw,11rem);max-width:16rem;overflow-wrap:anywhere}
td:nth-child(2){max-width:12rem}
td:nth-last-child(2){min-width:10rem}
td:last-child{min-width:8rem;max-width:15rem;overflow-wrap:anywhere}
thead th{color:var(--quiet);font-weight:600}
`;
