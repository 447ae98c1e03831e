/**
 * The style sheet of all pictures. Whoever shows them sets the colours: `--p-good`, `--p-warn`, `--p-bad`, `--p-unknown`,
 * `--p-plain`, `--p-text`, `--p-muted`, `--p-line`, `--p-paper`.
 */
export const pictureStyle = `
.pic{container-type:inline-size}
.pic .sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.pic [data-state=good]{--tone:var(--p-good)}.pic [data-state=warn]{--tone:var(--p-warn)}.pic [data-state=bad]{--tone:var(--p-bad)}
.pic :is([data-state=unknown],[data-state=note]){--tone:var(--p-unknown)}.pic [data-state=plain]{--tone:var(--p-plain)}.pic [data-state=now]{--tone:var(--p-text)}
.pic svg{flex:none;overflow:visible}
.pic .mark{width:1rem;height:1rem;vertical-align:-.15rem}
.pic .fill{fill:var(--tone)}
.pic .sign{fill:none;stroke:var(--p-paper);stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.pic .line{fill:none;stroke:var(--tone);stroke-width:1.6;stroke-linecap:round}
.pic .open{fill:none;stroke:var(--tone);stroke-width:1.6;stroke-dasharray:2.6 2}
.pic small{display:block;color:var(--p-muted);font-size:.8125rem;font-weight:400;line-height:1.4}
.stations{margin:0;padding:0;list-style:none}
.stations li{position:relative;padding:0 0 0 1.75rem;min-width:0;font-size:.875rem;line-height:1.4;overflow-wrap:anywhere}
.stations li>.mark{position:absolute;left:0;top:.1rem}
.stations strong{font-weight:600}
.stations .way{display:block;min-height:1.25rem;padding:.25rem 0;color:var(--p-muted);font-size:.8125rem}
.stations .way>svg:first-child{position:absolute;left:calc(.5rem - 1px);top:1.375rem;bottom:.125rem;width:2px;height:calc(100% - 1.5rem)}
.stations .way>.mark{position:absolute;left:.125rem;bottom:.5rem;width:.75rem;height:.75rem;background:var(--p-paper);box-shadow:0 0 0 2px var(--p-paper)}
.stations .way>span{position:relative;padding:0 .375rem 0 0;background:var(--p-paper)}
.stations line{stroke:var(--tone);stroke-width:2}
.stations .way[data-state=bad] line,.stations .way[data-state=unknown] line{stroke-dasharray:4 4}
@container (width >= 26rem){
.stations.few{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr)}
.stations.few li{padding:1.75rem 1rem 0 0}
.stations.few .way{position:absolute;top:.1rem;left:1.25rem;right:.25rem;height:1rem;margin:0;min-height:0;text-align:center;white-space:nowrap}
.stations.few .way>span{padding:0 .375rem;line-height:1rem;vertical-align:top}
.stations.few .way>svg:first-child{left:0;top:calc(50% - 1px);width:100%;height:2px;bottom:auto}
.stations.few .way>.mark{left:calc(50% - .375rem);top:.125rem}
.stations.few .way>.mark+span{top:-1.125rem;display:block}
}
@container (width >= 44rem){
.stations.some{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr)}
.stations.some li{padding:1.75rem 1rem 0 0}
.stations.some .way{position:absolute;top:.1rem;left:1.25rem;right:.25rem;height:1rem;margin:0;min-height:0;text-align:center;white-space:nowrap}
.stations.some .way>span{padding:0 .375rem;line-height:1rem;vertical-align:top}
.stations.some .way>svg:first-child{left:0;top:calc(50% - 1px);width:100%;height:2px;bottom:auto}
.stations.some .way>.mark{left:calc(50% - .375rem);top:.125rem}
.stations.some .way>.mark+span{top:-1.125rem;display:block}
}
.check-rows,.check-rows ul{margin:0;padding:0;list-style:none}
.check-rows>li{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:.125rem 1rem;padding:.375rem 0;border-bottom:1px solid var(--p-line);font-size:.875rem;overflow-wrap:anywhere}
.check-rows .of{display:flex;gap:.5rem;align-items:baseline}
.check-rows .mark{align-self:center}
.check-rows ul{display:flex;flex-wrap:wrap;gap:.125rem 1rem}
.check-rows li li{display:flex;flex-wrap:wrap;gap:0 .375rem;align-items:baseline}
.check-rows li li .mark{width:.75rem;height:.75rem}
@container (width < 34rem){.check-rows>li{grid-template-columns:minmax(0,1fr)}.check-rows ul{padding-left:1.5rem}}
.lookups{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;margin:0;font-size:.875rem}
.lookups rect{rx:2px;stroke:var(--p-plain);stroke-width:1.5;fill:none}.lookups .used{fill:var(--p-plain)}
.lookups .over{fill:var(--p-bad);stroke:var(--p-bad)}.lookups line{stroke:var(--p-text);stroke-width:2}
.lifeline{margin:0;padding:0;list-style:none}
.lifeline li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;padding:.25rem 0;font-size:.875rem}
.lifeline strong{grid-column:1;grid-row:1;font-weight:600;overflow-wrap:anywhere}
.lifeline .left{grid-column:2;grid-row:1;color:var(--p-text)}
.lifeline .bar{grid-column:1/-1;width:100%;margin:.125rem 0}
.lifeline .ends{grid-column:1/-1;display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;color:var(--p-muted);font-size:.8125rem}
.lifeline rect{rx:3px}
.lifeline .past{fill:var(--p-line)}
.lifeline .ahead{fill:var(--tone)}
.lifeline .near{stroke:var(--p-warn);stroke-width:2;stroke-dasharray:3 2}
.lifeline .now{stroke:var(--p-text);stroke-width:3}
.waterfall{margin:0 0 .75rem;padding:0;list-style:none}
.waterfall li{position:relative;padding:.375rem 0 .375rem 1.5rem;border-bottom:1px solid var(--p-line);font-size:.875rem;overflow-wrap:anywhere}
.waterfall li>.mark{position:absolute;left:0;top:.5rem}
.waterfall strong{display:block;font-weight:600}
.waterfall .mono{font-weight:400}
.waterfall .bar{display:block;width:100%;margin:.25rem 0}
.waterfall .dns{fill:var(--p-unknown)}.waterfall .tcp{fill:var(--p-line);stroke:var(--p-muted)}.waterfall .tls{fill:var(--p-plain)}.waterfall .wait{fill:var(--p-warn)}.waterfall .body{fill:var(--p-good)}
.wide:has(>.matrix){overflow-x:auto}
.matrix{width:100%;border-collapse:collapse;font-size:.875rem}
.matrix th,.matrix td{height:1.75rem;padding:.125rem .5rem;border-bottom:1px solid var(--p-line);text-align:left;vertical-align:middle;font-weight:400}
.matrix :is(th,td):first-child{padding-left:0}
.matrix.suites{table-layout:fixed;max-width:34rem}.matrix.suites th{white-space:nowrap}.matrix.suites th:first-child{width:6rem}.matrix tbody th .mark{margin-right:.375rem}
.matrix thead th{color:var(--p-muted);font-size:.75rem;white-space:nowrap}
.matrix tbody th{overflow-wrap:anywhere}
.matrix td .mark+span{margin-left:.375rem}
.matrix .only{text-align:center}
.matrix .amount{display:inline-block;min-width:1.5rem;font-variant-numeric:tabular-nums}
.matrix .tally{display:inline-flex;flex-wrap:wrap;gap:2px;vertical-align:middle}.matrix .tally .mark{width:.75rem;height:.75rem}
.matrix .track{display:inline-block;width:3rem;height:1rem;margin:0 .625rem 0 .25rem;vertical-align:-.2rem}
.matrix .track line{stroke:var(--p-line)}.matrix .there{fill:var(--p-line)}.matrix .here{fill:var(--p-text)}
.matrix .mono{font-size:.8125rem;overflow-wrap:anywhere}
@container (width >= 40rem){.matrix.clients :is(th,td){height:1.625rem;padding-block:.0625rem}.matrix.clients td{white-space:nowrap}.matrix.clients .track{width:2rem;margin:0 .375rem 0 0}.matrix.clients .mono{font-size:.75rem;letter-spacing:-.02em}}
@container (width < 40rem){.matrix.clients thead{display:none}.matrix.clients,.matrix.clients tbody{display:block}
.matrix.clients tr{display:flex;flex-wrap:wrap;gap:0 .75rem;padding:.375rem 0;border-bottom:1px solid var(--p-line)}
.matrix.clients :is(th,td){height:auto;padding:0;border:0}.matrix.clients .mono{display:flex;align-items:center}
.matrix.clients th{flex:1 0 100%;font-weight:600}}
@media (forced-colors:active){.pic{--p-good:CanvasText;--p-warn:CanvasText;--p-bad:CanvasText;--p-unknown:GrayText;--p-plain:CanvasText;--p-line:GrayText;--p-text:CanvasText;--p-muted:CanvasText;--p-paper:Canvas}}
@media print{.stations li,.lifeline li,.waterfall li,.matrix tr{break-inside:avoid}}
`;
