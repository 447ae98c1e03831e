export const rfc = (number: number, section: string) => ({
  name: `RFC ${number}, section ${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});

/** The documents on which findings on mail are based. */
export const sources = {
  mx: rfc(5321, '5.1'),
  nullMx: rfc(7505, '3'),
  spf: (section: string) => rfc(7208, section),
  dkim: (section: string) => rfc(6376, section),
  dkimKeys: rfc(8301, '3.2'),
  noName: rfc(8020, '2'),
  dmarc: (section: string) => rfc(9989, section),
  reports: rfc(9990, '4'),
  sts: (section: string) => rfc(8461, section),
  tlsReports: rfc(8460, '3'),
  lists: rfc(5782, '5'),
  bimi: {
    name: 'BIMI Group, implementation guide',
    url: 'https://bimigroup.org/implementation-guide/',
  },
} as const;

export const nothingToMend = 'No action needed.';
export const zoneFile = (text: string) => ({ 'Zone file': text });
