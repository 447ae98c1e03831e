import { createHash } from 'node:crypto';
import { type ReportPart, reportPartsOf } from '@sonde/contract';

interface Envelope<Data> {
  readonly success: boolean;
  readonly message: string;
  readonly _data: Data;
}

/** The request of a client to keep the parts of a report. */
export interface WantedReport {
  readonly target: string;
  readonly parts: readonly { readonly key: string; readonly sha256: string }[];
}

/** Requests a report, and returns the request to keep it. */
export async function wantedReport(address: string, target: string): Promise<WantedReport> {
  const report = await call<{ readonly parts: readonly ReportPart[] }>(`${address}/api/v2/report?target=${target}`);
  const planned = reportPartsOf(target);
  const parts = report.parts.map(({ tool: id, outcome }) => {
    const part = planned.find(({ tool }) => tool.id === id);
    if (part === undefined) throw new Error(`the report has a part of ${id}`);
    const sha256 = createHash('sha256').update(JSON.stringify(outcome)).digest('hex');
    return { key: `${part.tool.path}?${new URLSearchParams(part.question)}`, sha256 };
  });
  return { target, parts };
}

/** Keeps it for a client named by a trusted proxy; returns the path of its page. */
export async function keep(address: string, wanted: WantedReport, client?: string): Promise<string> {
  const made = await call<{ readonly path: string }>(`${address}/api/v2/snapshots`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(client === undefined ? {} : { 'x-forwarded-for': client }),
    },
    body: JSON.stringify(wanted),
  });
  return made.path;
}

async function call<Data>(url: string, init: RequestInit = {}): Promise<Data> {
  const response = await fetch(url, init);
  const { success, message, _data } = (await response.json()) as Envelope<Data>;
  if (!success) throw new Error(`${url}: ${message}`);
  return _data;
}
