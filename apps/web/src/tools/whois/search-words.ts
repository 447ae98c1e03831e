/** Further words by which people look for the tool in the palette. */
export const searchWords =
  'abuse contact owner registrar registrant registration expiry expires renewal rdap as number asn complaint';
