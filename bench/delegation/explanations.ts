/** The equivalent of a peer's code in the findings of Sonde, or why Sonde does not report it. */
export interface Explanation {
  readonly peer: 'dnsviz' | 'zonemaster';
  readonly code: RegExp;
  /** Default: any. */
  readonly zones?: RegExp;
  /** Equivalent findings, one of which must be present; empty if Sonde deliberately has none. */
  readonly sonde: readonly string[];
  readonly why: string;
}

const sameAs = (peer: Explanation['peer'], code: RegExp, ...sonde: readonly string[]): Explanation => ({
  ...{ peer, code, sonde },
  why: 'the same',
});
const notTaken = (peer: Explanation['peer'], code: RegExp, why: string, zones?: RegExp): Explanation => ({
  ...{ peer, code, why, sonde: [] },
  ...(zones && { zones }),
});

const dsFindings = ['ds-without-key', 'ds-digest-differs', 'ds-unsupported'];
const signatureFindings = ['signature-expired', 'signature-not-yet-valid', 'signature-wrong', 'signatures-missing'];
const serverFindings = ['server-refuses', 'server-not-authoritative', 'server-silent', 'server-special-use'];
const chain = ['chain-broken', ...dsFindings, ...signatureFindings, 'algorithm-incomplete'];

/** A code without a fitting row fails the bench. */
export const explanations: readonly Explanation[] = [
  sameAs('dnsviz', /:(NO_SEP|MISSING_SEP_FOR_ALG)$/, 'keys-unreadable', ...chain),
  sameAs('dnsviz', /:(DNSKEY_REVOKED_DS|REVOKED_NOT_SIGNING)$/, 'ds-key-unusable'),
  sameAs('dnsviz', /:DIGEST_INVALID$/, 'ds-digest-differs'),
  sameAs('dnsviz', /:MISSING_RRSIG(_FOR_ALG_DS)?$/, ...chain),
  sameAs('dnsviz', /:MISSING_RRSIG_FOR_ALG_DNSKEY$/, 'algorithm-incomplete', 'algorithm-weak'),
  sameAs(
    'dnsviz',
    /:MISSING_NSEC_FOR_(NODATA|NXDOMAIN|WILDCARD)$/,
    'denial-unproven',
    'signatures-missing',
    'chain-broken',
  ),
  sameAs('dnsviz', /:DIGEST_ALGORITHM_NOT_SUPPORTED$/, 'ds-unsupported'),
  sameAs('dnsviz', /:DIGEST_ALGORITHM_PROHIBITED$/, 'ds-digest-weak'),
  sameAs('dnsviz', /:EXPIRATION_IN_PAST$/, 'signature-expired'),
  sameAs('dnsviz', /:INCEPTION_IN_FUTURE$/, 'signature-not-yet-valid'),
  sameAs('dnsviz', /:SIGNATURE_INVALID$/, 'signature-wrong'),
  sameAs('dnsviz', /:ALGORITHM_NOT_RECOMMENDED$/, 'algorithm-weak'),
  sameAs('dnsviz', /:DNSKEY_MISSING_FROM_SERVERS$/, 'keys-differ'),
  sameAs('dnsviz', /:SERVER_UNRESPONSIVE_TCP$/, 'server-without-tcp', 'server-silent'),
  sameAs('dnsviz', /:SERVER_UNRESPONSIVE_UDP$/, 'server-without-udp', ...serverFindings),
  sameAs('dnsviz', /:(EDNS_IGNORED|ERROR_WITH_EDNS)$/, 'server-without-edns'),
  sameAs('dnsviz', /:ERROR_WITH_EDNS_OPTION$/, 'server-without-edns-options'),
  sameAs('dnsviz', /:PMTU_EXCEEDED$/, 'server-loses-large-answers'),
  sameAs('dnsviz', /:CNAME_WITH_OTHER_DATA$/, 'apex-alias'),
  sameAs('dnsviz', /:NO_NS_IN_PARENT$/, 'delegation-missing'),
  sameAs('dnsviz', /:(NOT_AUTHORITATVE|SERVER_NOT_AUTHORITATIVE|UPWARD_REFERRAL)$/, 'server-not-authoritative'),
  sameAs('dnsviz', /:SERVER_INVALID_RESPONSE_(TCP|UDP)$/, ...serverFindings),
  sameAs(
    'dnsviz',
    /:(GLUE_MISMATCH|EXTRA_GLUE_IPV[46]|MISSING_GLUE_(FOR_NS_NAME|IPV[46]))$/,
    'glue-differs',
    'glue-missing',
    'glue-incomplete',
    'ns-alias',
    'apex-alias',
  ),
  // The server that denies the zone denies its own name with it.
  sameAs('dnsviz', /:NO_ADDRESS_FOR_NS_NAME$/, 'ns-without-address', 'ns-alias', 'ns-name-invalid', 'server-refuses'),
  sameAs('dnsviz', /:(MISSING_SOA_FOR_NXDOMAIN|EXTRA_GLUE_IPV[46])$/, 'server-refuses'),
  sameAs('dnsviz', /:ERROR_RESOLVING_NS_NAME$/, 'chain-unknown', 'zone-unserved'),
  sameAs('dnsviz', /:NO_NS_ADDRESSES_FOR_IPV4$/, 'servers-without-ipv4'),
  notTaken(
    'dnsviz',
    /:ERROR_RESOLVING_NS_NAME$/,
    'the names of the servers resolve: they have AAAA records alone',
    /^six\./,
  ),
  sameAs(
    'dnsviz',
    /:(NS_NAME_NOT_IN_CHILD|NS_NAME_NOT_IN_PARENT)$/,
    'ns-differ-from-parent',
    'ns-differ-among-servers',
    'apex-alias',
  ),
  sameAs('dnsviz', /:GLUE_PRIVATE_IP$/, 'server-special-use'),

  // For every zone, whatever its state.
  notTaken('zonemaster', /:NAMESERVER_IP_WITHOUT_REVERSE$/, 'no protocol asks for PTR records of name servers'),
  notTaken(
    'zonemaster',
    /:(RNAME_MAIL_DOMAIN_INVALID|Z09_MISSING_MAIL_TARGET|Z09_NO_RESPONSE_MX_QUERY)$/,
    'a matter of mail, not of the delegation',
  ),
  notTaken(
    'zonemaster',
    /:(REFRESH|RETRY|EXPIRE|MINIMUM)_MINIMUM_VALUE_LOWER$/,
    'an opinion on values that work: soa-times tells those that do harm',
  ),
  notTaken(
    'zonemaster',
    /:(DURATION|REMAINING)_LONG$/,
    '«validity too long» of signatures that are not valid yet, which is said',
  ),
  notTaken(
    'zonemaster',
    /:DS15_HAS_CDS_NO_CDNSKEY$/,
    'one of the two records is enough for parents that read it (RFC 7344)',
  ),
  notTaken('zonemaster', /:UPWARD_REFERRAL$/, 'for names outside of its zones, which no resolver asks it for'),
  sameAs('zonemaster', /:(NEITHER_DNSKEY_NOR_DS|NOT_SIGNED)$/, 'zone-unsigned', 'chain-broken', 'chain-unknown'),

  sameAs('zonemaster', /:DS02_NO_MATCH_DS_DNSKEY$/, 'ds-digest-differs'),
  sameAs('zonemaster', /:DS02_(NO_DNSKEY_FOR_DS|NO_VALID_DNSKEY_FOR_ANY_DS)$/, 'ds-key-unusable', ...dsFindings),
  sameAs('zonemaster', /:DS02_DNSKEY_NOT_FOR_ZONE_SIGNING$/, 'ds-key-unusable'),
  sameAs(
    'zonemaster',
    /:DS02_(DNSKEY_NOT_SIGNED_BY_ANY_DS|RRSIG_NOT_VALID_BY_DNSKEY|NO_MATCHING_DNSKEY_RRSIG)$/,
    ...chain,
  ),
  sameAs('zonemaster', /:DS02_DNSKEY_NOT_SEP$/, 'ds-key-without-sep'),
  sameAs('zonemaster', /:DS01_(DS_ALGO_RESERVED|DIGEST_NOT_SUPPORTED_BY_ZM)$/, 'ds-unsupported'),
  sameAs('zonemaster', /:DS01_DS_ALGO_(2_MISSING|DEPRECATED)$/, 'ds-digest-weak', 'ds-unsupported'),
  notTaken('zonemaster', /:DS01_DS_ALGO_2_MISSING$/, 'SHA-384 alone is as good (RFC 8624 section 3.3)', /^sha384\./),
  sameAs(
    'zonemaster',
    /:(DS11_DS_BUT_UNSIGNED_ZONE|DS_BUT_NOT_DNSKEY|NO_RESPONSE_DNSKEY|EXTRA_PROCESSING_BROKEN)$/,
    ...chain,
  ),
  sameAs('zonemaster', /:DS11_/, 'signatures-missing', 'keys-differ', 'delegation-missing'),
  sameAs('zonemaster', /:(DS0[89]_(DNSKEY|SOA)_RRSIG_EXPIRED|RRSIG_EXPIRED)$/, 'signature-expired'),
  sameAs('zonemaster', /:DS0[89]_(DNSKEY|SOA)_RRSIG_NOT_YET_VALID$/, 'signature-not-yet-valid'),
  sameAs('zonemaster', /:DS0[89]_RRSIG_NOT_VALID_BY_DNSKEY$/, 'signature-wrong'),
  sameAs('zonemaster', /:DS0[89]_(MISSING_RRSIG_IN_RESPONSE|NO_MATCHING_DNSKEY)$/, ...chain),
  sameAs('zonemaster', /:DS10_/, 'denial-unproven', ...chain),
  sameAs('zonemaster', /:DS13_ALGO_NOT_SIGNED_/, 'algorithm-incomplete', 'algorithm-weak'),
  sameAs('zonemaster', /:ALGORITHM_(NOT_RECOMMENDED|DEPRECATED)$/, 'algorithm-weak'),
  sameAs('zonemaster', /:DNSKEY_BUT_NOT_DS$/, 'ds-missing', 'delegation-missing'),
  sameAs('zonemaster', /:DNSKEY_SMALLER_THAN_REC$/, 'key-short'),
  sameAs('zonemaster', /:DS16_CDS_MATCHES_NO_DNSKEY$/, 'cds-differs'),
  sameAs('zonemaster', /:CN0[12]_NO_RESPONSE_TCP$/, 'server-without-tcp', 'server-silent'),
  sameAs('zonemaster', /:CN0[12]_NO_RESPONSE_UDP$/, 'server-without-udp', 'server-silent'),
  sameAs('zonemaster', /:(N10_EDNS_RESPONSE_ERROR|NO_EDNS_SUPPORT|BREAKS_ON_EDNS)$/, 'server-without-edns'),
  sameAs('zonemaster', /:N11_UNEXPECTED_RCODE$/, 'server-without-edns-options'),
  sameAs('zonemaster', /:(CHILD_NS_SAME_IP|DEL_NS_SAME_IP|SAME_IP_ADDRESS)$/, 'servers-share-address'),
  sameAs('zonemaster', /:(NAMESERVER_NON_ALLOWED_CHARS|NAMESERVER_NUMERIC_TLD)$/, 'ns-name-invalid'),
  notTaken('zonemaster', /:NON_ALLOWED_CHARS$/, 'a zone may have any name (RFC 2181 section 11), and _tcp is in use'),
  sameAs('zonemaster', /:SOA_DEFAULT_TTL_MAXIMUM_VALUE_HIGHER$/, 'negative-ttl-long'),
  sameAs('zonemaster', /:(Z01_MNAME_IS_DOT|MNAME_HAS_NO_ADDRESS)$/, 'primary-unnamed'),
  sameAs('zonemaster', /:(CN0[12]_.*|IS_NOT_AUTHORITATIVE|NS_ERROR|NS_FAILED|SOA_NOT_EXISTS)$/, ...serverFindings),
  sameAs('zonemaster', /:(A_UNEXPECTED_RCODE|UNEXPECTED_RCODE)$/, ...serverFindings),
  sameAs('zonemaster', /:(CANNOT_CONTINUE|NO_GLUE_PREVENTS_NAMESERVER_TESTS)$/, ...serverFindings, 'chain-unknown'),
  sameAs('zonemaster', /:IS_A_RECURSOR$/, 'server-open-recursion'),
  sameAs('zonemaster', /:AXFR_AVAILABLE$/, 'server-open-transfer'),
  sameAs('zonemaster', /:(SOA_SERIAL_VARIATION|MULTIPLE_SOA_SERIALS|Z01_MNAME_NOT_MASTER)$/, 'serials-differ'),
  sameAs('zonemaster', /:MULTIPLE_NS_SET$/, 'ns-differ-among-servers'),
  sameAs('zonemaster', /:EXTRA_NAME_(CHILD|PARENT)$/, 'ns-differ-from-parent', 'ns-differ-among-servers'),
  sameAs(
    'zonemaster',
    /:NOT_ENOUGH_(IPV[46]_)?NS_(CHILD|DEL)$/,
    'one-name-server',
    'ns-differ-from-parent',
    'ns-alias',
    'ns-name-invalid',
    'ns-without-address',
  ),
  sameAs(
    'zonemaster',
    /:(EXTRA_ADDRESS_CHILD|IN_BAILIWICK_ADDR_MISMATCH)$/,
    'glue-differs',
    'glue-missing',
    'glue-incomplete',
  ),
  sameAs('zonemaster', /:NS_IS_CNAME$/, 'ns-alias'),
  sameAs('zonemaster', /:CAN_NOT_BE_RESOLVED$/, 'ns-without-address', 'ns-alias', 'ns-name-invalid'),
  sameAs('zonemaster', /:EXPIRE_LOWER_THAN_REFRESH$/, 'soa-times'),
  sameAs('zonemaster', /:Z01_MNAME_NO_RESPONSE$/, 'primary-silent'),
  sameAs('zonemaster', /:NO_IPV4_NS_(CHILD|DEL)$/, 'servers-without-ipv4'),
  notTaken('zonemaster', /:NO_IPV6_NS_(CHILD|DEL)$/, 'IPv4 alone is reached by everybody (RFC 3901 asks for IPv4)'),
  notTaken(
    'zonemaster',
    /:DS02_NO_MATCHING_DNSKEY_RRSIG$/,
    'of several signers each signs the key set by its own key (RFC 8901)',
    /^multi-signer\./,
  ),
];
