/**
 * The root servers as published by InterNIC (https://www.internic.net/domain/named.root, version 2024041801 of April 18,
 * 2024). A test compares them with the package dns-root-data of Debian.
 */
export const bundledHints = {
  source: 'InterNIC named.root',
  date: '2024-04-18',
  text: `
. 3600000 NS a.root-servers.net.
a.root-servers.net. 3600000 A 198.41.0.4
a.root-servers.net. 3600000 AAAA 2001:503:ba3e::2:30
. 3600000 NS b.root-servers.net.
b.root-servers.net. 3600000 A 170.247.170.2
b.root-servers.net. 3600000 AAAA 2801:1b8:10::b
. 3600000 NS c.root-servers.net.
c.root-servers.net. 3600000 A 192.33.4.12
c.root-servers.net. 3600000 AAAA 2001:500:2::c
. 3600000 NS d.root-servers.net.
d.root-servers.net. 3600000 A 199.7.91.13
d.root-servers.net. 3600000 AAAA 2001:500:2d::d
. 3600000 NS e.root-servers.net.
e.root-servers.net. 3600000 A 192.203.230.10
e.root-servers.net. 3600000 AAAA 2001:500:a8::e
. 3600000 NS f.root-servers.net.
f.root-servers.net. 3600000 A 192.5.5.241
f.root-servers.net. 3600000 AAAA 2001:500:2f::f
. 3600000 NS g.root-servers.net.
g.root-servers.net. 3600000 A 192.112.36.4
g.root-servers.net. 3600000 AAAA 2001:500:12::d0d
. 3600000 NS h.root-servers.net.
h.root-servers.net. 3600000 A 198.97.190.53
h.root-servers.net. 3600000 AAAA 2001:500:1::53
. 3600000 NS i.root-servers.net.
i.root-servers.net. 3600000 A 192.36.148.17
i.root-servers.net. 3600000 AAAA 2001:7fe::53
. 3600000 NS j.root-servers.net.
j.root-servers.net. 3600000 A 192.58.128.30
j.root-servers.net. 3600000 AAAA 2001:503:c27::2:30
. 3600000 NS k.root-servers.net.
k.root-servers.net. 3600000 A 193.0.14.129
k.root-servers.net. 3600000 AAAA 2001:7fd::1
. 3600000 NS l.root-servers.net.
l.root-servers.net. 3600000 A 199.7.83.42
l.root-servers.net. 3600000 AAAA 2001:500:9f::42
. 3600000 NS m.root-servers.net.
m.root-servers.net. 3600000 A 202.12.27.33
m.root-servers.net. 3600000 AAAA 2001:dc3::35
`,
} as const;

/**
 * The keys of the root as published by IANA (https://data.iana.org/root-anchors/root-anchors.xml): KSK-2017 and KSK-2024, as
 * published on July 18, 2024. The same test compares them.
 */
export const bundledAnchors = {
  source: 'IANA root-anchors.xml',
  date: '2024-07-18',
  text: `
. IN DS 20326 8 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D
. IN DS 38696 8 2 683D2D0ACB8C9B712A1948B27F741219298D0A450D612C483AF444A4C0FB2B16
`,
} as const;
