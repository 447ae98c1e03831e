/** Further words by which people look for the tool in the palette. */
export const searchWords =
  'certificate tls https expiry expires expired port cipher protocol chain handshake heartbleed android';
