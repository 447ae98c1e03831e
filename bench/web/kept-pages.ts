import { type Demo, startDemo } from '../../demo/src/index.ts';
import type { JudgedPage } from './judged-page.ts';
import { keep, wantedReport } from './keep-report.ts';

/** A target for which all tools in a report have an answer. */
const TARGET = 'shop.test';

/** Keeps a report and one of its results in the demo. The caller has to stop the demo. */
export async function keepPages(): Promise<{ readonly demo: Demo; readonly pages: readonly JudgedPage[] }> {
  const demo = await startDemo({ port: 0 });
  try {
    const wanted = await wantedReport(demo.url, TARGET);
    const [first] = wanted.parts.filter(({ key }) => key.includes('/dnsRecords'));
    if (first === undefined) throw new Error(`the report on ${TARGET} has no DNS records`);
    const page = (name: string, path: string): JudgedPage => ({ name, origin: demo.url, path, isIndexed: false });
    const pages = [
      page('/r/… (report)', await keep(demo.url, wanted)),
      page('/r/… (DNS)', await keep(demo.url, { target: TARGET, parts: [first] })),
    ];
    return { demo, pages };
  } catch (error) {
    await demo.stop();
    throw error;
  }
}
