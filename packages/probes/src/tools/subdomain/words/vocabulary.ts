/*
 * Words that administrators give to hosts, most common first within each list. Written for Sonde by hand; `frequent-words.ts`
 * combines them.
 */

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Names that most larger domains have, or that protocols prescribe. */
export const first = words(`
  www mail ftp webmail smtp pop imap ns1 ns2 autodiscover autoconfig cpanel whm webdisk mx m blog dev api test admin vpn
  shop mail2 mx1 mx2 ns ns3 ns4 dns dns1 dns2 pop3 imap4 email owa exchange remote portal support cdn static media img
  images assets files download downloads docs help forum community news store secure login sso auth accounts account my
  app apps mobile beta stage staging demo sandbox www2 www1 web web1 web2 server server1 server2 host host1 gw gateway
  proxy git gitlab jenkins jira confluence wiki status monitor monitoring stats analytics intranet extranet cloud backup
  db mysql sql redis cache search chat meet sip voip pbx video tv live stream careers jobs crm erp billing pay payment
  payments checkout cart order orders client clients customer customers partner partners dashboard panel cp mta mta-sts
  lists list newsletter marketing go link links url s3 storage share calendar drive office lyncdiscover sipinternaltls
  enterpriseregistration enterpriseenrollment adfs sts fs ldap ad dc radius ntp time log logs syslog old new archive
  legacy origin edge lb relay bounce send tracking track click e em mailer smtp1 smtp2 out in inbound outbound
`);

/** Names of programs and services. */
export const services = words(`
  api app web www mail admin portal auth login sso id identity accounts db cache search queue worker jobs cron files
  storage cdn static assets media images img video stream live chat ws socket push notify notifications events metrics
  monitor grafana prometheus kibana elastic elasticsearch logstash logs splunk sentry zabbix nagios icinga graylog jaeger
  zipkin tempo loki alertmanager git gitlab github gitea bitbucket svn jenkins ci cd build builds drone argocd argo
  nexus artifactory registry docker harbor k8s kube kubernetes rancher openshift cluster nodes vault consul nomad
  etcd traefik nginx haproxy kong ingress gateway proxy mysql postgres postgresql pgsql mongo mongodb redis memcached
  rabbitmq kafka zookeeper cassandra oracle mssql sql phpmyadmin pma adminer pgadmin jira confluence wiki docs redmine
  trello slack mattermost rocketchat zulip teams meet jitsi bbb zoom conference webinar sharepoint exchange owa lync sip
  pbx voip phone tel fax crm erp sap odoo salesforce hubspot zendesk helpdesk support desk tickets ticket otrs service
  servicedesk billing invoice invoices pay payment payments checkout shop store cart catalog product products order
  orders inventory stock warehouse shipping tracking delivery logistics pos booking reservations events tickets forum
  community blog news press magazine newsletter mailing lists survey surveys forms feedback reviews ads adserver
  marketing campaign campaigns promo landing email smtp imap pop relay mx spam antispam filter quarantine webmail
  roundcube zimbra mailman sendy mautic matomo piwik analytics stats reports reporting bi tableau metabase superset
  looker data dwh etl airflow spark hadoop hive jupyter notebook ml ai model models training predict backend frontend
  service services internal public private partner partners vendor vendors supplier suppliers client clients customer
  customers member members user users profile dashboard console panel control manage management cms content editor
  wordpress wp drupal joomla magento typo3 moodle lms learn learning academy training school university library
  vpn remote rdp citrix gw ras fw firewall ids waf radius ldap ad adfs dc kerberos pki ca ocsp crl certs keys secrets
  backup backups archive snapshot dr mirror sync nas nfs samba share ftp sftp webdav owncloud nextcloud seafile dropbox
  s3 minio blob objects bucket bastion jump ssh terminal shell dns ns resolver ntp time dhcp snmp syslog tftp pxe
  esx esxi vcenter vsphere vmware xen proxmox hyperv kvm openstack cloud compute node vm host server iot mqtt device
  devices sensor camera cam cctv printer print scan maps map geo tiles location weather translate i18n sms otp mfa
  2fa captcha cookie consent privacy legal hr payroll recruiting careers jobs finance accounting treasury tax legal
  project projects tasks todo time timesheet calendar contacts address directory phonebook intranet extranet home
`);

/** Stages of a release. */
export const stages = words(`
  dev test staging stage qa uat prod beta demo int preprod sandbox pre preview rc alpha canary next dev1 dev2 test1
  test2 qa1 qa2 stg tst prd acc acceptance integration development testing production local perf load hotfix release
  old new v1 v2 v3 internal external ext public private backup dr
`);

/** Parts of the world, clouds and data centres. */
export const places = words(`
  us eu uk de fr nl es it pl ru cn jp kr in au br ca mx ar cl co za ae sg hk tw th vn id my ph tr gr pt se no dk fi cz
  at ch be ie ro hu bg ua il eg ng ke nz east west north south central us-east us-west eu-west eu-central ap apac emea
  latam na sa asia europe america global intl world lon lon1 fra fra1 ams ams1 par nyc nyc1 sfo lax dfw ord iad sea
  sjc mia atl dub sto waw mad mil vie zrh prg syd mel tyo sin hkg bom dxb gru dc1 dc2 aws azure gcp do ovh
`);

/** Other words, from departments to languages. */
export const others = words(`
  about access activate active agenda agent agents alpha alerts alumni android announce apk apply apt arc art
  asset assist audio audit auction author auto awards b2b b2c baby bank banner banners base basic bbs bd beacon bet big
  bill bingo bit board book bookings bookmark books boss bot box brand branding bridge broker browse bt bug bugs bugzilla
  bulk bus business buy c call callcenter cam campus car card cards care cars cas case cast catalogue cb cc center central
  ceo cert certificate channel channels charge charity chart charts chef china cinema city claim class classic classes
  classifieds clearance click clinic clone club code coin coins collab collector college comics comment comments
  commerce common company compare compass compliance con concierge conf config connect connector contact contest
  contract contracts contribute core corp corporate counter coupon coupons course courses covid create creative credit
  cs css ct culture customize customercare cvs cyber d da daily data1 data2 date dating db1 db2 db3 deal dealer dealers
  deals debug default deliver demo1 demo2 deploy design designer desktop destiny dev-api devel developer developers devops
  diag dialin digital dir discover discovery discuss display dist dl dm dns3 dns4 doc doctor domain domains donate
  door draft draw dream drm drop drupal dynamic dyn e-learning earth eat ebook ebooks ecommerce edi edit edu education
  eform elearning elections electronics emails embed emergency employee employees employment en energy engage engine
  engineering english enroll enterprise entertainment epay epaper equipment es esales eshop estate etc europe eval event
  ex exam exams expert experts explore export express extra f face factory faculty family fan fans faq farm fashion
  fast favorites fb feed feeds fi file film films find finder fire fit fitness flash flights flow flowers fly font fonts
  food football form foto foundation fr free freedom friend friends front fun fund funding future g g1 gallery gambling
  game games garden gate gaming gb gen general get gift giftcard gifts girls give gk globe go2 gold golf good google gov
  gps grants graph graphql green group groups grow growth gs guest guide guides h h1 hack hard hb hc hd health healthcare
  hello help1 helpcenter hero hi hit hk hobby holiday honda hook hooks hope hospital hosting hosts hot hotel hotels
  house housing how hp html html5 http https hub human i i1 i2 ice icon icons idea ideas idm idp ie image images1 images2
  img1 img2 img3 imap1 import inbox index info infra innovation input inside insight insights inst install insurance intel
  interactive interface internet interview intra invest investor investors invite ios ip ipad iphone ipv4 ipv6 iq irc it
  item items j japan java job join journal journals js json junior k kb kids kit kiosk kitchen knowledge kr l l2tp lab
  labs lan language laptop law lead leads league lc lib life light lite live1 live2 lm loan loans lobby loc locate
  lock locker login1 logo lotto love loyalty lp ls lt lunch luxury m1 m2 machine mag mail01 mail02 mail1 mail3 mail4
  mail5 mailbox mailgate mailgw mailhost mailin mailout mailrelay mails main manager manual manuals market marketplace
  markets master math matrix mb mc md me meta measure medical meeting meetings member1 memo men menu merchant merchants
  message messages messaging messenger mf mg mgmt mgr mi michael micro migrate migration mini mirror1 mirrors mis
  mission mm mms mobi mob mobil mod module money monitor1 monitor2 moon mortgage motor mov movie movies mp mp3 mrtg ms
  msg msn msp multi multimedia museum music mx0 mx01 mx02 mx03 mx3 mx4 mx5 mydesk myaccount myadmin n name names
  nat native natural navi ne net netflow netmon network networks news1 nl no noc node1 node2 noreply notes notice nova
  now ns0 ns01 ns02 ns5 ns6 ntp1 ntp2 number nurse o oa oauth oauth2 oc office365 offer offers offline oldmail oldsite
  oldwww on one online op open openid opera operations opinion opt optimize option options origin-www os ota otc outage
  outlet outlook owner p p1 p2p pac pad page pages paint paper parent parents park parking part partner1 parts party
  pass passport password patch patient patients pc pd pdf people perf performance person personal pet pets pg ph pharma
  pharmacy photo photos php pic pick pics picture pictures pin ping pipeline pixel pl place plan planet planning plans
  platform play player plus pm pn podcast point poker police policy poll polls pool pop1 pop2 popup post postfix
  postgrad postmaster power pp ppc pr preference prelive premium presence present press1 prestashop price prices
  pricing prime priv private1 pro process procurement profiles program progress promotion promotions property protect
  prova provision ps psi pt pub pubs purchase pwa python q quality quest question quick quiz quote quotes r rabbit race
  radio rank rate rates rating rd read reader ready real realestate record recover recovery recruit recruitment red
  redirect ref refer referral refund reg region register registration release rem remote1 remote2 rent rental rep repo
  report repository request research reseller resellers reset resource resources response rest restaurant restore result
  results retail retro return returns review reward rewards rh ring risk rma road robot robots room root router router1
  routing rpc rs rss rt rtmp ru rules run rx s s1 s2 s4 sa safe safety sale sales sales1 salon sample samples satellite
  save savings sbc sc scheduler schedule scholar science score scores screen script scripts sd sdk se season sec secret
  section secure1 secure2 security seed select self sell seller sem seminar send1 senior seo serv serve server3 server4
  server5 servers session setup sftp1 sg sh share1 shared shine ship shoes shoponline shops short show showcase
  si sign signal signin signup simple sim single site sitemap sites sitebuilder ski sky sl sla small smart smarthost
  smokeping smtp01 smtp02 smtp3 smtpauth smtpout sn snow soap soc social soft software solar solution solutions song
  source sp space spark speak special speech speed speedtest spider sport sports spot sprint sql1 sql2 src srv srv1 srv2
  ss ssl sslvpn st staff stage1 stage2 star stars start startup state station stat static1 static2 station status1 step
  storage1 stores story strategy stream1 stream2 streaming student students studio study style sub submit
  subscribe subscription subscriptions success suggest summer sun super support1 support2 surf svc sv sw switch switch1
  swift sys sysadmin system systems t t1 tab tag tags talent talk target task tax1 tc tcs team tech technical technology
  telecom temp template templates terms test3 test123 testapi testing1 testmail tests testsite text theme themes
  thumb thumbs ticketing tickets1 tip tips tk tm tmp tn todo1 token toll tool toolbox tools top topic topics
  torrent touch tour tours town toy toys tp tr trac trade trader trading traffic trail trailer train transfer
  transit transport travel trends trial trk true trust try ts tst tube tuning turbo turn tutor tutorial tutorials
  tv1 tw twitter tx ua ubuntu ui uk unit united unix unsubscribe up update updates upgrade upload uploads uptime
  us1 usa use user1 ussd utility ux v v4 v6 vacation valid validate value vb vc vcs ve vehicle ventures verify version vet
  vhost vid video1 video2 videos view viewer vip virtual virus visa vision visit vm1 vm2 vod voice volunteer vote
  voucher vpn1 vpn2 vpn3 vps vps1 vps2 vr vs w w3 wap war watch water wave wb wc wd web01 web02 web3 web4 web5 webadmin
  webapp webapps webcam webcast webconf webdev webhook webhooks webinars weblog webmail2 webmaster webmin webservice
  webservices website webshop webstore websvn wedding weather1 week welcome wellness wfm whatsapp white wholesale whois
  wholesaler wi wifi wiki2 win wind windows wine winter wireless wish women wood word work workflow works workshop
  workspace world1 worldwide wow wsus wt ww ww1 ww2 www-dev www-test www0 www01 www02 www3 www4 www5 www6 www7 wwww x
  xml xmpp xp y yahoo year yoga you young your youth z zen zero zip zone zoo
`);
