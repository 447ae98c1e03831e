import type { Explanation } from '../../../../finding/explanation.ts';

type ExplanationSource = Explanation['source'];

/** An RFC or a section of it. */
export function rfc(number: number, section: string | null = null): ExplanationSource {
  const url = `https://www.rfc-editor.org/rfc/rfc${number}`;
  return section === null
    ? { name: `RFC ${number}`, url }
    : { name: `RFC ${number}, section ${section}`, url: `${url}#section-${section}` };
}

export const baseline: ExplanationSource = {
  name: 'CA/Browser Forum, Baseline Requirements for TLS server certificates',
  url: 'https://cabforum.org/working-groups/server/baseline-requirements/requirements/',
};

export const mozilla: ExplanationSource = {
  name: 'Mozilla, Server Side TLS',
  url: 'https://wiki.mozilla.org/Security/Server_Side_TLS',
};

export const bsi: ExplanationSource = {
  name: 'BSI TR-02102-2, use of TLS',
  url: 'https://www.bsi.bund.de/SharedDocs/Downloads/EN/BSI/Publications/TechGuidelines/TG02102/BSI-TR-02102-2.html',
};

export const nist: ExplanationSource = {
  name: 'NIST SP 800-52 Rev. 2, guidelines for TLS implementations',
  url: 'https://csrc.nist.gov/pubs/sp/800/52/r2/final',
};

/** An entry in the CVE list. */
export function cve(number: string): ExplanationSource {
  return { name: `CVE-${number}`, url: `https://www.cve.org/CVERecord?id=CVE-${number}` };
}
