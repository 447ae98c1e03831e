import { expect, it } from 'vitest';
import { sslExplanations } from '../explanations.ts';
import { certificateExplanations } from './explained/certificate.ts';
import { trustExplanations } from './explained/trust.ts';
import { certificateCodes, isAboutCertificate } from './subject.ts';

const codes = Object.keys(sslExplanations);

it('assigns findings on trust and on certificates to the certificate', () => {
  for (const code of Object.keys({ ...trustExplanations, ...certificateExplanations })) {
    expect(isAboutCertificate({ code }), code).toBe(true);
  }
});

it('assigns versions, suites, vulnerabilities and unknown codes to the server', () => {
  for (const code of ['tls10-enabled', 'robot', 'forward-secrecy', 'browsers-connect', 'of-a-newer-server']) {
    expect(isAboutCertificate({ code }), code).toBe(false);
  }
});

it('lists only codes that findings have', () => {
  const about = codes.filter((code) => isAboutCertificate({ code }));
  expect(about.length).toBeGreaterThan(20);
  expect(about).toHaveLength(certificateCodes.size);
});
