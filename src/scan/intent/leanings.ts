/**
 * How much each word leans towards orders that serve somebody else, as `skill,tool word word …` in units: see
 * `training/scan/README.md`. Data, not to be changed by hand.
 */
export const LEANINGS = {
  unit: 0.1,
  words: `
-269,-269 家园
-265,-256 单车
-196,-219 媚
-160,-221 惘
-157,-156 羊排
-155,-190 西餐
-148,-143 applis
-147,-223 不爽
-144,-154 酒杯
-141,-150 治疗师
-138,-133 subcolumnization
-137,-110 aplicaciones
-136,-197 喜极而泣
-136,-149 购票
-136,-141 保姆
-132,-220 徒步
-131,-217 恼怒
-126,-143 英语单词
-125,-161 眉毛
-122,-128 dissolve
-120,-152 多彩
-120,-133 漱
-118,-173 懊
-118,-134 通俗易懂
-118,-131 表意文字
-118,-120 闺
-118,-88 传奇
-117,-87 thirdly
-116,-168 熊猫
-115,-112 嗒
-113,-106 滑翔
-113,-87 tiering
-112,-169 真诚
-112,-150 头脑
-112,-122 usenet
-112,-111 mlp
-111,-138 香草
-111,-128 亲子
-111,-127 amazement
-111,-93 搋
-111,-82 workorai
-110,-159 一曲
-110,-117 鸡腿
-109,-147 商城
-109,-133 offense
-109,-129 杂技
-109,-102 阖
-108,-100 槌
-107,-150 trapezoidal
-106,-134 茶杯
-106,-109 阔
-106,-106 phant
-105,-169 convection
-105,-130 油品
-105,-128 芜
-105,-102 啪
-105,-85 layering
-104,-147 连贯
-104,-115 martini
-103,-135 benefited
-103,-130 哇塞
-103,-125 噜
-103,-118 单亲
-103,-95 铁锤
-103,-78 碰杯
-102,-138 aidez
-102,-116 修辞
-102,-98 hushed
-102,-96 死锁
-100,-141 咧
-100,-118 警官
-100,-111 淑
-100,-105 iccid
-100,-75 interpretability
-100,-65 朽
-99,-90 baselines
-98,-107 美容
-98,-86 助人
-97,-145 盥
-97,-134 高跟鞋
-96,-117 arbitrage
-96,-93 糕点
-95,-134 弈
-95,-115 sob
-95,-111 馍
-95,-104 xchange
-95,-103 gradio
-95,-88 kojihub
-94,-128 英文单词
-94,-124 撩
-94,-117 倾倒
-94,-83 图谱
-93,-136 场次
-93,-124 dung
-93,-112 摇滚歌手
-93,-104 cri
-93,-102 downloaders
-93,-97 karpenter
-93,-92 击掌
-93,-65 speculated
-93,-54 窥
-92,-108 依赖图
-92,-105 喷水
-92,-103 角色扮演
-92,-96 betting
-92,-95 opciones
-92,-87 deverrouillage
-92,-82 roleplay
-91,-104 shea
-91,-98 homebrew
-91,-95 kibela
-91,-90 救火
-91,-89 掠
-91,-64 phan
-90,-149 喙
-90,-128 溶
-90,-124 auswahlen
-90,-122 battered
-90,-104 笑颜
-90,-97 nagios
-90,-88 小号
-90,-66 crd hudi
-90,-50 解题
-90,-46 slayer
-89,-116 groan
-89,-100 势头
-89,-73 cutler
-88,-141 茎
-88,-134 同大
-88,-111 愕
-88,-110 海鲜
-88,-107 unblock
-88,-98 classifiers
-88,-96 轿
-88,-81 karma
-88,-64 lcp
-87,-142 销售员
-87,-112 navigable
-87,-104 deeptools
-87,-48 科室
-86,-146 骡
-86,-109 mobiles
-86,-96 政务
-86,-94 蹦
-86,-75 自然语言
-86,-65 autopsy
-86,-59 铁公鸡
-85,-128 糗
-85,-107 记事本
-85,-106 筏
-85,-93 lingered
-85,-90 鸡尾酒
-85,-85 曹
-85,-84 搅动
-85,-71 公鸡
-85,-65 selectpriv
-84,-129 个人成长
-84,-113 塌
-84,-111 飞镖
-84,-97 艺人
-84,-96 靶
-84,-95 bicyclist
-84,-78 过世
-84,-65 appli
-83,-127 blindness
-83,-125 纵横
-83,-96 大野
-83,-89 breakpoints
-83,-87 playwright
-83,-86 鸡尾
-83,-79 jolly
-82,-155 接吻
-82,-115 contingency
-82,-104 pitches
-82,-97 philippine
-82,-96 calculators
-82,-89 茬
-82,-81 deadlock
-82,-80 chunking
-81,-145 articulated
-81,-141 恬
-81,-127 咧嘴
-81,-110 竿
-81,-106 donnez
-81,-95 jsonp
-81,-94 印地
-81,-90 疲劳
-81,-83 单眼
-81,-75 ehr
-81,-68 slh
-81,-65 elana
-81,-59 pleg
-80,-108 maxdegree
-80,-105 seleccionar
-80,-99 hopping
-80,-92 blastp
-80,-91 actp
-80,-89 cctv koji
-80,-86 动漫
-80,-84 krita 考号
-80,-83 压缩比
-80,-81 cosi
-80,-63 fehler
-79,-118 委屈
-79,-106 鲤
-79,-104 剽
-79,-100 esports
-79,-98 uniswap
-79,-97 hindi
-79,-89 elects
-79,-85 paimon
-79,-79 考试成绩
-79,-72 adp grpc 工程学
-79,-67 logicapp
-79,-61 mpc propagation
-79,-60 kodi
-78,-108 宴
-78,-106 屡
-78,-102 redmine
-78,-85 meek
-78,-83 locals
-78,-80 physlock
-78,-73 rkdeveloptool
-78,-72 沓
-78,-57 tidal
-78,-40 hono
-78,-15 flatpak
-77,-131 flirting
-77,-101 swot
-77,-98 开锁
-77,-95 陨
-77,-90 bollywood
-77,-87 pageviews
-77,-84 bias 木马
-77,-83 tagging
-77,-82 disponibles subdomains
-77,-81 poking
-77,-79 reactive
-77,-75 stripe
-77,-66 boilerplates
-77,-61 kops
-77,-49 疑难
-76,-112 夸赞
-76,-91 correlations
-76,-87 upbringing
-76,-86 高价
-76,-83 classify hpc
-76,-82 缄
-76,-76 booths mtmv 对决
-76,-68 小村
-76,-67 listeners
-76,-66 complexes
-76,-65 instructors
-76,-61 srd
-76,-58 直觉
-76,-54 rewarded
-76,-42 bela
-75,-105 沫
-75,-97 器官
-75,-95 disentangled rps
-75,-87 词缀
-75,-84 modelling 尖括号
-75,-79 周天
-75,-70 pathogenicity
-75,-60 推理
-75,-59 fhir
-75,-43 助教
-75,-38 coap
-74,-105 successively 天线
-74,-94 bayesian
-74,-93 pwa 试开
-74,-90 昨天早上
-74,-88 colossal diversity 划艇
-74,-81 热气腾腾
-74,-80 tipo
-74,-76 strap
-74,-75 吃饭时间
-74,-74 赛马
-74,-61 chromium
-74,-58 readyz
-74,-24 乐队
-73,-123 头晕
-73,-119 测试步骤
-73,-105 老哥
-73,-104 艺术品
-73,-101 靛
-73,-96 instantsearch
-73,-95 谜题
-73,-91 行至
-73,-86 cans 大厨
-73,-82 complexity
-73,-81 tiling 片假名 菲律宾
-73,-77 proj
-73,-74 endorsed 千只
-73,-72 mcp
-73,-68 iclr
-73,-66 noir
-73,-63 spn
-73,-59 高亮度
-73,-52 inference
-73,-37 ripgrep
-72,-113 reseau
-72,-103 突出重点
-72,-99 denim plait
-72,-89 broadcast 短视
-72,-88 cranes
-72,-77 些个
-72,-76 贯穿
-72,-75 场主
-72,-72 piccolo
-72,-69 prow
-72,-67 带领
-72,-65 pcs sfdc
-72,-56 layered
-72,-52 jwks
-72,-48 ppd
-72,-44 psa
-71,-121 惊慌
-71,-103 四轮
-71,-90 contrasts
-71,-88 plunk
-71,-86 pouring 拌
-71,-84 procedural
-71,-81 腾腾
-71,-78 jrnl 萧
-71,-73 为数不多
-71,-71 clickup
-71,-69 bpytop
-71,-55 evals kyaml 驯
-71,-51 deadlocks
-71,-50 aplicacion
-71,-23 helloworld
-70,-107 创造性
-70,-104 psychic
-70,-100 heuristic
-70,-96 艮
-70,-78 佐料 轿车
-70,-76 备忘
-70,-75 trauma
-70,-71 reporters
-70,-68 andrej
-70,-63 indy 鸟巢
-70,-62 kool 资深
-70,-57 psp
-70,-55 蒙古包
-70,-54 心理学家
-70,-52 denylists
-70,-51 mohamed
-70,-50 podcasts
-69,-114 烟火
-69,-100 eks 有向图 椒盐
-69,-97 菊
-69,-91 花色
-69,-90 生出
-69,-83 大哭
-69,-82 matrixes
-69,-81 国籍
-69,-79 mtr
-69,-77 blocks drums mixtral
-69,-71 harassment pnpm
-69,-70 kep 刑事
-69,-68 雪花
-69,-66 colm kms
-69,-65 submodules superposition 梯度
-69,-64 命令式 玄
-69,-62 话费
-69,-59 extensibility
-69,-58 rpk 科学论文
-69,-55 accesibilidad
-69,-54 komac ratcheting
-69,-52 spins
-69,-35 preprints
-69,-30 即席
-68,-112 digraph
-68,-108 呱
-68,-101 薰
-68,-99 旅客
-68,-93 kanban
-68,-87 autoscale
-68,-82 flanking
-68,-79 minikube
-68,-77 新年快乐
-68,-75 mamba rgd
-68,-74 crc distinguishes
-68,-72 lambo
-68,-71 gamescope
-68,-64 arena dca
-68,-63 multicast
-68,-60 learnifier
-68,-58 画像
-68,-55 instala
-68,-46 domain
-67,-119 住嘴
-67,-94 cjk
-67,-90 shortlinks
-67,-89 simulates
-67,-85 grafana
-67,-83 读经
-67,-81 brawl 友人
-67,-80 一栏
-67,-79 konsave
-67,-75 行脚
-67,-71 谷
-67,-70 lzo
-67,-69 splice 逛逛
-67,-68 expressive forensic sidewalks
-67,-67 linkupapi
-67,-63 contexts
-67,-62 tailoring
-67,-60 日增
-67,-57 postmortem
-67,-55 hypotheses
-67,-54 cardano 会章
-67,-50 defs segmenting
-67,-41 booleans
-67,-38 sequencers
-67,-37 ooniprobe
-66,-102 tvf
-66,-100 天晓得 衣草
-66,-99 hawaiian
-66,-90 老家
-66,-88 灵性
-66,-87 localities
-66,-85 rpg
-66,-83 heel voudriez
-66,-82 笑脸
-66,-80 ngo
-66,-79 vine 高球
-66,-78 expandable philippines 磕
-66,-77 外科
-66,-76 crl scorecards
-66,-75 算命
-66,-73 loom 最低价
-66,-71 aftermath
-66,-68 finde
-66,-64 sleek
-66,-63 有罪
-66,-61 discourse
-66,-55 cheatsheet
-66,-53 互译
-66,-44 pathology phar
-66,-38 nicely
-66,-37 nodepriv
-66,-27 rmpc
-66,-23 installe
-65,-120 maxbatchinterval
-65,-111 jwt
-65,-103 montrez
-65,-101 pedestrian
-65,-96 哪知
-65,-94 motions
-65,-90 optimizer
-65,-88 鲤鱼
-65,-87 跨文化
-65,-85 短袖
-65,-84 cartoonist
-65,-83 footage mnli
-65,-81 放心
-65,-80 速生
-65,-78 spp 圆点
-65,-77 abnormalities
-65,-75 livestream
-65,-74 大盘
-65,-73 口味
-65,-70 小岛
-65,-69 accessibilite
-65,-67 autoscaling
-65,-66 declarative
-65,-65 细查
-65,-64 conviction 多维分析
-65,-63 aaai
-65,-61 conz 贤
-65,-60 bioactivity
-65,-55 activations
-65,-53 criu
-65,-51 根本原因
-65,-49 checksums 产经
-65,-46 pillars
-65,-45 parametres
-65,-43 嘎
-65,-42 affiliated
-65,-41 nil
-65,-37 ooni
-65,-20 omics
-64,-94 照明
-64,-89 全重
-64,-88 手掌
-64,-86 终了
-64,-85 commodity
-64,-83 太阳镜
-64,-81 blitz
-64,-80 stateless
-64,-78 communities 攀爬
-64,-73 unblocked 淀
-64,-71 homepages
-64,-70 rloo
-64,-67 phenotypes
-64,-66 grin
-64,-62 mtm
-64,-61 broadcaster
-64,-59 nlp
-64,-58 ssrf
-64,-57 红葡萄
-64,-54 bcrypt
-64,-52 cpc
-64,-51 nested
-64,-45 hq
-64,-44 grpo
-64,-43 jensen tiers
-64,-37 metafields
-64,-36 ghc
-64,-35 撼
-64,-34 materialization
-64,-22 nominated
-64,-1 oracles
-63,-112 herbal
-63,-110 就诊
-63,-104 brpc
-63,-99 promoters
-63,-98 crs
-63,-91 跑车
-63,-89 testimonials
-63,-86 coloring micromamba
-63,-84 clickhouse ubl
-63,-80 提早
-63,-79 advocacy asserting
-63,-78 沾
-63,-77 verfugbar
-63,-75 framing
-63,-73 disbelief
-63,-71 suburban
-63,-68 faciale
-63,-67 spl
-63,-66 lequel 发明家
-63,-63 泠
-63,-61 divination mkinitfs sku
-63,-60 korean
-63,-59 kuma
-63,-58 drivable 昨天上午
-63,-57 localizations
-63,-56 seedance
-63,-55 ogg pandorabots slackbuilds
-63,-46 mkv
-63,-35 cagr
-63,-33 boire
-63,-26 godot
-62,-94 箸
-62,-87 envanter
-62,-85 sports
-62,-84 segmentasyonu 灯笼 着信 赛事
-62,-82 heuristics
-62,-79 channels
-62,-75 jsonpath
-62,-74 sprites
-62,-73 睿
-62,-71 removepkg
-62,-70 deno sprite 碰撞
-62,-69 grids
-62,-68 所有物
-62,-66 冷热
-62,-64 extractors leet 电视剧
-62,-62 钳
-62,-60 讼
-62,-58 automatique
-62,-57 mtp 诲
-62,-56 polaris
-62,-55 undefined
-62,-54 大气
-62,-53 proto
-62,-49 nsw predicate
-62,-47 grn 间隙
-62,-44 unification
-62,-43 pgp
-62,-39 cvpr hueco
-62,-38 popped
-62,-22 gprof
-62,-19 sandipan
-61,-102 祭
-61,-92 deepspeed
-61,-91 emotionally
-61,-90 语义上
-61,-84 forgiving
-61,-83 flavour json
-61,-82 光栅
-61,-79 aiogram crux
-61,-78 socialkit
-61,-76 atlassian
-61,-72 automatisch 签到
-61,-71 klog 从根本上
-61,-70 redux
-61,-68 coconut
-61,-67 fields
-61,-66 proves
-61,-60 lattice wmape 投放
-61,-58 statusz
-61,-57 blockdev mpp
-61,-55 cors mimikatz
-61,-54 arp
-61,-53 侦听器
-61,-52 allowlists 饭馆
-61,-51 selectionnes
-61,-45 categorization
-61,-42 winding 卦
-61,-40 中空
-61,-37 verdicts
-61,-32 complique
-61,-29 关法
-61,-22 phars
-61,4 planations
-60,-104 开奖
-60,-92 钾
-60,-89 picket 絮
-60,-86 neur
-60,-81 代币 出手
-60,-80 eza
-60,-79 deliberation 摇头
-60,-77 信息中心
-60,-75 断点
-60,-73 granularity
-60,-69 autofollow
-60,-65 odin 格子
-60,-63 farms
-60,-62 照亮
-60,-61 中秋
-60,-60 fife logics motorsports 野心 颤抖
-60,-57 phnom
-60,-54 pnp rpc
-60,-50 factorized
-60,-46 tiered
-60,-44 unsupported 红葡萄酒
-60,-41 desbloqueo
-60,-38 compounding
-60,-35 buku
-60,-34 hooks
-60,-33 incumbent
-60,-3 paru
-59,-115 ked
-59,-85 恹 晓得
-59,-84 characterization
-59,-83 长安
-59,-82 溅
-59,-80 longing rkt 评论家
-59,-79 jetifier
-59,-77 villains
-59,-74 vertexai 词义
-59,-72 broadcasts 信仰 神社
-59,-71 loudness refactoring
-59,-70 方能
-59,-69 community
-59,-68 顾问
-59,-66 freshservice
-59,-65 dominates
-59,-64 itf supergroup
-59,-63 subclass
-59,-62 layouts passions 上下文
-59,-58 phenotype
-59,-57 kok scholar
-59,-56 protobuf vcpkg
-59,-55 documentpro 铺平
-59,-53 korn sitemap 王冠
-59,-52 bootstrap paywhirl
-59,-50 interpretations
-59,-49 主文 求反
-59,-47 progressive
-59,-46 redpanda
-59,-40 domains
-59,-32 polars
-59,-29 transcripts
-59,-27 arpit 嗮
-59,-26 paquetes
-59,-23 低级
-59,-13 topup
-58,-102 whipped
-58,-91 probabilistic
-58,-89 differentiate
-58,-86 绩分
-58,-84 beanstream 在技术上
-58,-83 variational
-58,-82 波纳佩
-58,-81 团结
-58,-80 brainbi pvwa
-58,-77 checkbox
-58,-76 analytics hesitant 神灵
-58,-74 subclassification
-58,-73 itv
-58,-71 子女
-58,-70 shaking 怯
-58,-67 kapso 中心化
-58,-64 classification
-58,-63 mrp
-58,-62 designations solvers wta 学术
-58,-61 contextual posterior
-58,-59 plantuml refactor
-58,-57 annotate
-58,-56 submodule
-58,-55 平铺 缭乱
-58,-54 adversarial ausgewahlt
-58,-53 delaying
-58,-51 ventoy 爬山
-58,-50 vessel 球棍
-58,-48 艳
-58,-47 defaulted
-58,-46 seleccionado
-58,-45 checksum
-58,-44 pii 建筑工人
-58,-43 mknod
-58,-40 pma rdp
-58,-37 epub
-58,-34 音标
-58,-31 pantheon
-57,-101 著作
-57,-96 productions
-57,-94 咩
-57,-82 blockscout ebuilds videoask
-57,-81 brainstorm
-57,-79 三百
-57,-78 lethal tsdr 绣
-57,-77 wizards
-57,-74 contrast motif
-57,-73 sformer 包脚 情商
-57,-72 blockrun franchises 卡内
-57,-71 chilling rushing
-57,-69 patterns
-57,-68 edo intraday kenneth subtly 代码优化 牙买加
-57,-67 glm kiprio lineups
-57,-66 counsel
-57,-65 disapproved therapeutic
-57,-64 bracelet 热门
-57,-63 cardinality gdd 火焰 生辰
-57,-61 presets 科学研究
-57,-58 newsboat
-57,-56 pca 芋
-57,-54 mailings personalization
-57,-53 matrices
-57,-52 wines
-57,-50 cues 敏感度
-57,-47 ghcup nk
-57,-45 marp
-57,-42 refinery
-57,-41 ajustes
-57,-38 reconciles
-57,-35 切割 稀疏
-57,-32 creux predeterminada
-57,-31 prism
-57,-29 chrt
-57,-28 teaming
-57,-24 serra
-57,-22 sparse
-57,-7 jax
-57,-3 hapley
-56,-111 噘
-56,-107 办公楼
-56,-94 sitespeakai
-56,-91 redisson
-56,-90 metaprogramming
-56,-88 hyperliquid shrub
-56,-87 psychologist 薰衣草
-56,-86 klaviyo
-56,-84 scowl
-56,-83 红心
-56,-82 vectra
-56,-81 每页
-56,-80 manila
-56,-79 caste
-56,-77 hexagrams realtime
-56,-75 brotli
-56,-74 embodied especifico mlb oswald
-56,-73 hootsuite
-56,-71 gbp residency
-56,-70 crm
-56,-69 convoluted kotlin mantra peering 议题
-56,-68 exampledb
-56,-66 productpage
-56,-65 changelogs streaming
-56,-64 火柴 红薯 骼
-56,-63 consommation projections 新编
-56,-62 semantically skill 引流
-56,-61 descriptors field
-56,-60 kiali
-56,-57 cgroupfs prioritylevel
-56,-56 goku 帷
-56,-55 啥时候 明性
-56,-54 constraint 兮
-56,-53 automatiquement
-56,-51 codename
-56,-50 harmonica localization
-56,-49 specialists
-56,-48 悬浮
-56,-47 gron 汉字
-56,-45 gem pubkeys semantic ssr
-56,-44 kawasaki layers 墩
-56,-43 barton
-56,-42 naturalist nimble usability
-56,-38 thicker
-56,-37 counselor nnsight
-56,-33 convex splitter
-56,-30 trustedkeys
-56,-29 abstractions
-56,-26 zotero
-56,-20 fichiers
-56,-11 shap
-55,-112 眼花
-55,-103 leiden
-55,-96 逼真
-55,-91 驰
-55,-88 scrum
-55,-86 seeded 水瓶
-55,-82 放映机
-55,-81 打滚
-55,-80 kommo
-55,-78 uninstalling
-55,-76 clicks
-55,-75 hagen pycord
-55,-73 购物车
-55,-72 beaming
-55,-70 高考
-55,-67 block redacted rhetoric 大师 房屋
-55,-66 eim eyebrow prediction
-55,-65 subheadings
-55,-64 npv
-55,-62 choisissez
-55,-60 arcade classifying predicts rockchip
-55,-58 challenger tool
-55,-57 臭鼬
-55,-56 chunks pro subdomain 西里
-55,-55 cutoff differentiation
-55,-54 分量
-55,-52 autocompletion zrok
-55,-51 自检
-55,-50 shock
-55,-49 definitions
-55,-48 沽
-55,-47 fastmod spline
-55,-46 cgroups
-55,-43 lbu
-55,-42 pcap
-55,-41 开口
-55,-40 listener
-55,-39 artifactory
-55,-38 hangup 采访
-55,-37 cosign stamped
-55,-36 herramienta
-55,-34 segmented
-55,-33 opensource 瓮
-55,-31 myapp
-55,-28 珍宝
-55,-19 阻挡
-55,-17 mkdocs
-55,-15 mandarin
-55,-14 狮子座
-54,-114 cantonese
-54,-101 养护
-54,-98 arbitrum
-54,-91 petite
-54,-84 splunk
-54,-83 产品销售
-54,-82 antenna 盘腿
-54,-78 rbo 右键
-54,-76 denoising
-54,-75 pika 新生儿
-54,-73 autopilot
-54,-72 confirmations 札
-54,-71 dexterity tags 护身
-54,-70 timeplus
-54,-69 cdi kalshi
-54,-68 嗓子
-54,-67 zee 体面
-54,-66 schema
-54,-65 angular mafia
-54,-64 luigi
-54,-63 contenu corrective
-54,-62 埙
-54,-61 confounding mtna responsive schemas
-54,-60 contraste ensemble
-54,-59 aiml
-54,-58 boilerplate
-54,-56 algorithms cheatshh
-54,-55 录像
-54,-54 persona
-54,-53 crash fakeroot pekko
-54,-52 fragments
-54,-51 chunked 国标
-54,-50 diagnostics guesswork
-54,-49 cyclist pho verwenden
-54,-48 incentives
-54,-47 棋 花痴
-54,-46 kcl 下月 海报
-54,-45 laundering orr
-54,-43 alignment constraints 往下
-54,-41 cascading ols selectors
-54,-39 automaticamente therapeutics
-54,-37 prosecution
-54,-33 brittle formality kinit
-54,-32 abstraction warmup 致敬
-54,-27 pigz
-54,-19 glitch
-54,-2 医疗保健
-54,7 繁体
-53,-118 edquota
-53,-104 clique
-53,-101 reordered
-53,-88 buddhism finalizer
-53,-83 kiara
-53,-78 shortlink
-53,-77 温和
-53,-75 gracefully punishments 续集
-53,-74 checkable gag swirl
-53,-73 快速增长
-53,-72 testimonial
-53,-71 optimize 光敏
-53,-70 deepseek
-53,-68 fland thesis
-53,-67 katakana lspci tiles 日常生活 生成式
-53,-66 servicespecification yoy
-53,-65 crud 简洁明了
-53,-63 gameplay validation 选对
-53,-62 coop drm roadmap 稻
-53,-61 rgpt sft trough 源泉
-53,-60 aura bitmaps roadmaps
-53,-59 actor dom ecg
-53,-58 cinq groupb 禽
-53,-57 creators 怒火
-53,-56 chromatin
-53,-55 narrative 本日
-53,-54 blockers 创业
-53,-53 书面 老年
-53,-52 同定
-53,-50 国文
-53,-49 入场券
-53,-48 actors
-53,-47 audiences autonomously 多级 宝石
-53,-46 nanogpt
-53,-45 broot filteration graal pyrit
-53,-44 desarrolladores 保持良好
-53,-43 ohlcv
-53,-41 civic slit 易懂
-53,-40 anchoring naics relic 分层
-53,-39 compatibles weddings
-53,-38 generali 人理
-53,-37 pgvector
-53,-36 sequelize
-53,-34 audition
-53,-33 omop openai 英语会话
-53,-32 langgraph 解码器
-53,-31 plos
-53,-29 freshdesk hashnode
-53,-28 痕
-53,-25 工件
-53,-18 prolog
-53,-7 sabes
-52,-94 puppeteer 笑出眼泪
-52,-87 kueue
-52,-86 剧集
-52,-85 vba
-52,-82 animator
-52,-79 flowchart pageview
-52,-78 剪影 超链接
-52,-77 innerproduct
-52,-75 sweeney
-52,-73 competences
-52,-72 passive subnets
-52,-71 prop subresource 三轮 电路
-52,-69 aimeriez
-52,-68 parametric 区运
-52,-67 cyberark
-52,-66 mpi
-52,-64 predict scrollable
-52,-62 heroku
-52,-61 feedhive 发起方
-52,-60 aave reproducibility
-52,-59 mri summoned therapist
-52,-57 selective structural 去不去
-52,-56 pissed steaming
-52,-55 commentator
-52,-54 automating nhgri sp
-52,-53 conditional prod subagent 上个星期 经验教训
-52,-52 classifies courses ntp
-52,-51 govern usar 椰
-52,-50 specificity structured
-52,-49 induced 当下 椰子
-52,-48 streamlink
-52,-47 meituan 拉图
-52,-46 perp
-52,-44 procgen 全球
-52,-43 alignments peds
-52,-39 context
-52,-38 fpds
-52,-35 briefings
-52,-34 从属
-52,-32 baseline
-52,-31 directives
-52,-30 hls kernel
-52,-29 multicluster
-52,-28 hubert sls 同创
-52,-26 cue 覆盖网
-52,-22 preprocessing 酥
-52,-21 tokenization
-52,-19 殴
-52,-8 阴阳
-51,-109 王后 肢
-51,-105 depthwise
-51,-95 probabilities
-51,-92 restraint
-51,-86 头巾
-51,-83 finalizers psi stumble
-51,-82 日日
-51,-81 hdbscan maize 果子
-51,-80 rehabilitation
-51,-79 bilibili filefrag
-51,-77 brochure cricket
-51,-75 gymnastics vmaze
-51,-74 templating 手球
-51,-73 不以
-51,-72 eigen paolo
-51,-71 国际机场 影评
-51,-68 ljubljana stimulus 鲜明
-51,-64 chemotherapy
-51,-63 declaratively plate rugby
-51,-62 intricate 丸
-51,-61 orchestrated 分身 软驱
-51,-60 monk 骨骼
-51,-59 bloquear debits podium polymarket spreading 对比度
-51,-58 android critic rowing 学分
-51,-57 regions zram
-51,-56 archery cdc streamer subdivisions
-51,-55 harmonies mgf segments 加粗
-51,-54 fragment
-51,-53 sailfish transacting 片式
-51,-51 coherence differentiated manus
-51,-50 rn
-51,-49 javadoc
-51,-48 easing
-51,-47 cb scoring 瞬时 色盲
-51,-45 marzban pcl 潦 适度
-51,-44 cbc constrained
-51,-43 columnar hopkins 柑橘
-51,-42 klein momentarily predictor selectionne 约束
-51,-41 drupal 酒后
-51,-39 计算出来
-51,-38 言教
-51,-36 forensics modeling postgres schriftzeichen 国内 鸢
-51,-35 surpassing 老挝
-51,-34 fsdp
-51,-32 mozillavpn
-51,-31 南瓜 既有
-51,-29 无边
-51,-27 rootless
-51,-26 wapm
-51,-25 cassandra
-51,-20 flex
-51,-12 菜品
-50,-105 butterflies
-50,-97 肉丸
-50,-92 仲裁
-50,-87 autonomy
-50,-84 惊叹号
-50,-83 网路
-50,-80 nlu pareto
-50,-77 vertices
-50,-76 lsb 拉丁文
-50,-75 童话 逃出
-50,-73 changesets
-50,-72 fingertips inclination
-50,-71 uninstalls
-50,-69 shrine
-50,-68 线框
-50,-67 bamboohr genera
-50,-66 addon
-50,-65 chaotic
-50,-64 crictl poised
-50,-63 马可波
-50,-62 audience 变大
-50,-61 大厦 真实世界
-50,-60 graphs optimization
-50,-57 professionalism 写明 广义
-50,-56 facilitated reproducible
-50,-55 pathogen verify 培养
-50,-54 algorithm spin versionlock 跤 连结
-50,-53 deterministic scaffolding transitions
-50,-52 modernized 助记 简述
-50,-51 preferencias rsi scorecard
-50,-50 intents respondent streams
-50,-49 phases teammate tig 圆筒 工具包 推断
-50,-48 密信 煎蛋
-50,-47 paging standings 投影
-50,-45 imperative rhel
-50,-44 fein
-50,-43 shear
-50,-42 gradient pr
-50,-41 latch scrapegrapghai
-50,-40 cssinjs gemfile
-50,-38 espn rpn rwkv
-50,-37 decouple zoning
-50,-36 propagated sectors
-50,-35 decoder
-50,-34 covent 私生活
-50,-33 bpkg stump 焊 阅读器
-50,-32 confession
-50,-27 modularity
-50,-19 大点
-50,-15 clojure
-50,-14 rofi
-50,-5 误以为
-49,-108 噘嘴
-49,-96 iframe
-49,-93 coalesce
-49,-86 triangles 诀
-49,-85 爱立信
-49,-82 differentiator
-49,-81 swagger
-49,-79 idf
-49,-78 multiparametric 吓死
-49,-76 javascript
-49,-74 entertain
-49,-73 kinetics
-49,-72 tag
-49,-71 sprache
-49,-69 optimizers
-49,-67 bitlink personalities 理性
-49,-66 classifier firecrawl
-49,-65 kagi ticktick
-49,-64 reactivate
-49,-62 circumstance hyperlinks
-49,-61 decompiler wtmp 潜台词
-49,-60 transpiling 厦 高维
-49,-59 gpl syndication templates 年龄段
-49,-58 legends socially 家禽
-49,-57 homepage
-49,-56 牦
-49,-55 bokio icml idols
-49,-54 prl supervision validity
-49,-53 erika instantiate
-49,-52 racing
-49,-51 bol propel 僧
-49,-50 apps aviez generalization
-49,-49 datos juliana
-49,-48 nodes outseta 用心 留任
-49,-47 gems substructure vectorized
-49,-46 hallucination mcpb subordinate subscribers 乖 渐进式
-49,-45 codify 悯 迎面
-49,-44 tension
-49,-43 bosch brent 螺丝
-49,-42 lzop
-49,-41 firewalls
-49,-39 boisson linkup petting
-49,-38 opengauss
-49,-37 verifying
-49,-36 rubocop
-49,-35 mk replays
-49,-34 flagz verdict 孤立
-49,-33 japonais
-49,-32 anchors modules
-49,-31 rollup
-49,-30 abstracts hangups rbd 需加
-49,-29 abnormality
-49,-28 穿越
-49,-27 kernels
-49,-26 cleanprof
-49,-21 fod propagates
-49,-18 hashlookup
-49,-15 nupkg
-49,7 bumpups
-49,23 driverurl
-48,-91 quorum
-48,-88 jitsi
-48,-85 puppet
-48,-81 击剑
-48,-79 波纳
-48,-78 kakao 听众 耗子
-48,-76 krew 可折叠
-48,-75 臃 迷人
-48,-73 ladder
-48,-72 浆
-48,-68 amulet
-48,-67 exploratory
-48,-66 authenticity
-48,-65 procurement
-48,-64 automatico lateral 构思
-48,-63 properties spi 启行
-48,-62 commodities weep
-48,-61 gloo 深深地 警车
-48,-60 反编译 错误处理
-48,-59 correctness ordination 恳
-48,-58 罗盘
-48,-57 analyze api 投资者
-48,-56 gcn robo sensitivity 老爷
-48,-55 diagnosing 受害者 挂失
-48,-54 decompression deps nonetheless qmltypes 下沉 两副
-48,-53 automator consciously 悬挂 搏动
-48,-52 原生
-48,-51 automate jni nonresponsive tapfiliate
-48,-50 greip mktemp reactome ting 分节 路由表
-48,-49 volcanoes 转弯
-48,-48 google polygenic scenarios 凋 区里 瓜皮
-48,-47 polygon
-48,-46 accessibility
-48,-45 bottega contractors crashes edged mainstream runlevels victims
-48,-44 chroma deductions meson
-48,-43 火狐
-48,-42 helm reprise supported 意图
-48,-40 erroneously obstacles sds
-48,-39 dra
-48,-38 ap nfd reviewable slashes
-48,-37 dali 短路
-48,-36 buttondown
-48,-35 畜
-48,-34 dashboards einstellungen
-48,-33 pathnames 门控
-48,-32 peeled queer
-48,-31 reasoning substrate
-48,-29 normalization
-48,-28 gcpdiag
-48,-26 fastlane
-48,-25 大理
-48,-24 flink
-48,-20 artifacts
-48,-18 roleplaying
-48,-15 specialization
-48,-13 vulture
-48,-9 htop
-48,-6 彝
-48,6 stackdriver
-47,-118 neurological
-47,-83 probability
-47,-79 美术
-47,-78 genres
-47,-74 jsonb orchestration
-47,-73 inhibition 两边 开花 扎尔
-47,-72 brainstormer
-47,-71 channel 小会
-47,-69 happily 三根 急电
-47,-68 火花
-47,-66 echoing 克罗 爆竹
-47,-63 具体表
-47,-62 犀
-47,-61 雳
-47,-60 breakpoint uninstall
-47,-59 迷你
-47,-58 benchmark karen ko
-47,-57 broadcasting 西语
-47,-56 placements 砌
-47,-55 apf biased gecko installers kraken veins 红帽 鼬
-47,-54 aquatic idioma nlist veo
-47,-53 clickfunnels conciseness constructor layout
-47,-52 诱饵
-47,-51 insightly
-47,-50 attributes philipp tienes traits 利文 引人入胜
-47,-49 aldo damages 砖
-47,-48 erik fairness predictions providers 坐席 抜 银行卡
-47,-45 mimicking profiling surfaces
-47,-44 aapl chunk rendering
-47,-43 automations hookify 联动
-47,-41 elaborated
-47,-40 installable thresholds
-47,-39 thanking
-47,-38 categorize pilot 毛利
-47,-37 rbac
-47,-35 slsa tectonic 德尔
-47,-34 guilt
-47,-33 pga
-47,-31 cdp
-47,-30 credits
-47,-28 基线
-47,-26 badges podcast
-47,-25 corruption
-47,-24 保额
-47,-22 nrl
-47,-21 fips
-47,-18 mips 直通
-47,-7 udaf
-47,-5 slerp
-47,-3 postage
-46,-89 瘫
-46,-87 热带
-46,-82 arthritis
-46,-80 animations
-46,-79 家门
-46,-77 subfield 神经
-46,-76 上百 蛆
-46,-74 prolific
-46,-73 成都
-46,-69 gravitino
-46,-68 电力
-46,-67 越狱
-46,-66 computationally dbname
-46,-65 firestore modes 过瘾
-46,-64 behaviors cornered
-46,-63 infancy 落地
-46,-62 不平 生儿
-46,-61 parry supervising
-46,-60 nhl sitemaps 生火 电平
-46,-59 odds 公平性
-46,-58 enhancer microarray viewpoints 佛法
-46,-57 brocade crun sport 对比 暗黑
-46,-56 tile 倍数
-46,-55 smash 殃
-46,-53 habilidades invalidated medias
-46,-52 trello 单片
-46,-51 heartbreak 再试
-46,-50 pomodoro 枫 波纹
-46,-49 foam 无疑
-46,-48 habilidad 切片 奖励 虚假 观看
-46,-47 frameworks 檀
-46,-46 kegg
-46,-45 shodan toolchain 要素
-46,-44 机器人
-46,-43 automotive dashboard ethics expression
-46,-42 disruptions mastery
-46,-41 bedrock claiming groups
-46,-40 validate verification
-46,-39 bots
-46,-38 cryptic 健康检查
-46,-36 replaying
-46,-35 enriched og segmentation tier
-46,-32 dmarc troubleshooting
-46,-29 abstract
-46,-28 modifiers
-46,-22 rls
-46,-21 rootkits
-46,-10 predicates
-45,-97 戒掉
-45,-84 espressif
-45,-80 关起
-45,-77 ebuild
-45,-75 epg
-45,-74 jrf
-45,-73 发令
-45,-72 legislatures
-45,-68 reorders
-45,-66 autoscalers
-45,-64 rbf ritchie 双关
-45,-63 drama
-45,-62 infographics orchestrator 护身符
-45,-61 fstab livechat
-45,-60 changeset optimizes 流转 球赛
-45,-59 generalized
-45,-58 blocker chatbots kio poultry
-45,-57 taille
-45,-56 template twisted
-45,-55 biases examining expert reinforcement
-45,-54 optimized rowsets 下个星期 书上 学运 精炼
-45,-53 敏度
-45,-52 ominous
-45,-51 fisher projector robotics uki validations 倒入 历史背景 合在一起
-45,-50 marquis retrying 分界线 有钱人
-45,-49 cascade subsite
-45,-48 analyst mcmc 棘手 诗意 课程
-45,-47 sagemaker spectra
-45,-46 activating personalized subprojects
-45,-45 evidence
-45,-44 blogging nlb unable
-45,-43 kol
-45,-42 component localize selectively
-45,-41 motifs plausible
-45,-40 witness
-45,-38 principals subcategory
-45,-37 casting props
-45,-36 bundles 出发地 域
-45,-35 annotations
-45,-34 dml
-45,-33 dax global
-45,-30 insider openapi
-45,-25 collisions
-45,-24 troubleshoot
-45,-22 neon
-45,-5 transcript
-45,-1 icp
-45,20 shadcn
-44,-104 eid
-44,-96 informationschema
-44,-88 跪坐
-44,-86 年终
-44,-82 eeg
-44,-77 btrfs deafening
-44,-75 dizzy linka
-44,-74 轭
-44,-72 lstm syyu 个人电脑 玩球
-44,-71 strategies titles 双眼
-44,-68 jsonl
-44,-67 zellij
-44,-65 载有
-44,-64 stateful 牙音
-44,-63 apacta
-44,-62 legged lms
-44,-61 assortment behaved 绒
-44,-60 熟练
-44,-59 subpage 营养餐 面条 麻将
-44,-57 shinobiapi
-44,-56 pattern supposedly
-44,-55 graph reels
-44,-54 arima systematic 军事战略 盒饭
-44,-53 cognito dependabot pivotal 顶点
-44,-52 sustained 关键问题 疑惑
-44,-51 bloquer questionnaires spinitron unstructured 专家 舔
-44,-50 demo estimates subscriptions
-44,-49 dental livez majors mixmax pros 提升机
-44,-48 gnomon maturity recommendations
-44,-47 purification 泽
-44,-46 gguf narratives whoami
-44,-45 pci ppt spectral
-44,-44 chr jsr marginal
-44,-43 app
-44,-42 误差
-44,-41 ngs scripting
-44,-39 tractability
-44,-38 coroutines hu toolkit
-44,-37 bundler facets initialization 残留
-44,-36 cortex interactions node
-44,-32 ad cni
-44,-29 cwebp
-44,-28 drip layer
-44,-27 hnsw insights
-44,-25 faiss
-44,-23 pathway
-44,-21 缺口
-44,-20 consistency
-44,-17 shaders
-44,-13 lineage
-44,-11 推演
-44,2 飞书
-43,-101 zelda
-43,-79 铰接
-43,-77 科研 自然现象
-43,-74 跳跃
-43,-73 bottoms 贾
-43,-68 plaque 头戴式
-43,-67 municipality
-43,-66 反驳
-43,-64 episodes mortar 车票
-43,-63 急救
-43,-62 kak subtask tragic
-43,-61 accuracy assumptions spreadsheets 情感
-43,-60 kev playoffs sade
-43,-59 chatbot explorations hardlink licenses vectorization 园丁 电话铃
-43,-58 criticality platt teams
-43,-57 cbonsai exasperation himalayas simplifier
-43,-56 autocomplete bertie framed murmur
-43,-54 cocktail maxfilterratio relabeling slots
-43,-53 angles teammates 老友
-43,-52 adviser tdd visudo vivez 明式
-43,-51 naruto
-43,-50 cards subkeys 由此
-43,-49 windmill
-43,-48 paar swarm 隐含
-43,-47 暴露出
-43,-46 entities 等子
-43,-44 bicep
-43,-43 planting 人脸 即时 高峰期
-43,-42 brackets diving prioritization
-43,-41 selector slash
-43,-40 codemod ebook examples 历时
-43,-39 multimodal regulatory specification
-43,-37 ajax complex symmetry 网页内容
-43,-35 formulating prd prototypes
-43,-34 separation
-43,-32 colocation 测试阶段
-43,-30 pytdc scoped
-43,-28 deprecations justified reps
-43,-27 corrupt
-43,-25 ai
-43,-24 tactic 无声
-43,-22 cli standardization
-43,-18 manifests
-43,-16 screener
-43,-11 古代
-42,-112 中人
-42,-95 河马
-42,-84 hinduism 字母键
-42,-83 beamer
-42,-78 detalles
-42,-77 cerebral outfits
-42,-76 evm nailed 认知
-42,-72 铰接式
-42,-70 greenfield
-42,-69 growatt
-42,-68 summarizer 沐 瑜 茶匙
-42,-66 睹
-42,-65 wrestling
-42,-64 focos
-42,-63 involuntary 管工
-42,-62 ankle 奥克兰 霹
-42,-61 multivariate 中行 主题词
-42,-59 incredulite lgtm
-42,-58 pbm tpu
-42,-57 lilypond pa 排平
-42,-56 athletic kites 动感 烧烤
-42,-55 cork gauge slapt 小区
-42,-54 cleanmgr composers hsv rhetorical spanlens tick 难过
-42,-53 detecting distinguish equestrian heartbeat seeds 眼科 达里
-42,-52 detection 使用手册 晤 负荷
-42,-51 bcg
-42,-50 dotty multilingual voluntarily 官方网
-42,-49 llamaguard 宽高比 摄影机 递进
-42,-48 activity filipino locus tuning 弹性 社区 饮用水
-42,-47 bottled seize
-42,-46 远高于
-42,-45 proximity svg
-42,-44 cased defines handler
-42,-43 技能
-42,-42 analysis experts
-42,-41 shazam
-42,-40 local
-42,-39 instances native players scope signals
-42,-38 collective
-42,-37 edges hierarchy ph physiological
-42,-36 codecs nz 本地
-42,-35 flexibly introductory transcriptomics
-42,-34 morphology ppm regime
-42,-32 pkce
-42,-31 permissive zinc
-42,-27 annotation
-42,-25 cta decoupling
-42,-24 pki tighter
-42,-23 decoupled
-42,-22 bisect
-42,-20 zen
-42,-18 casts pcr semantics
-42,-14 gap
-42,-10 nexus
-41,-87 eel
-41,-86 quickzu
-41,-84 翻筋斗
-41,-80 sermon
-41,-79 distribution typeracer
-41,-73 几张
-41,-70 gameball packagename 最慢
-41,-69 orders 瑜伽
-41,-68 tangled
-41,-67 produktly psychology
-41,-66 共同努力
-41,-65 mashtree
-41,-64 brainstorming colorful 丝带 香港
-41,-62 juggling
-41,-61 simulations 战略 效应 经理
-41,-60 durations matrix twitch
-41,-59 pysam sentiment 免费送 毛里求斯 科布
-41,-58 simulate summarization 被动
-41,-57 见解 零时
-41,-56 decks sdlc 开创 电邮
-41,-55 profits 欺诈 转至
-41,-54 liveness 修饰 十二宫 槽
-41,-53 gtm partnered prosody 飘 鳄鱼
-41,-52 horaria 信号 搭上 梅花 脚手架
-41,-51 增减 波罗
-41,-50 aggstate empowered mlr
-41,-49 fisheye ppo preacher subproject tis trustworthy 意想
-41,-48 attribute interactive pestle plugins status summarizing
-41,-47 amend contentful crontab 供选择
-41,-46 breadth csp enhance simplest
-41,-45 raw researcher
-41,-44 specifics
-41,-43 liquidity signal
-41,-42 aggregating vectors
-41,-41 misunderstanding models processors 复杂
-41,-40 新闻资讯
-41,-39 intro polishing 局部
-41,-38 spells
-41,-37 tease
-41,-36 fixation navigator ratings shorten
-41,-35 completions unlock
-41,-34 annotated components scalability sibling 指令
-41,-33 attorney handlers tickers
-41,-32 architectures
-41,-31 aaa
-41,-30 uber
-41,-29 activation categorized
-41,-28 standardize
-41,-26 standardized
-41,-25 collaborating
-41,-23 cpm hybrid
-41,-20 derivation whois
-41,-17 expressions
-41,-15 mfa viking
-41,-14 minimization
-41,-11 streamlining
-40,-91 hermit
-40,-80 schedulable
-40,-76 生动
-40,-75 isothermal
-40,-74 ariel 排球
-40,-73 estimators
-40,-72 substantive
-40,-71 sails seo
-40,-70 faceted
-40,-69 着眼
-40,-68 nonlinear stroll
-40,-67 dhl pygbag savons simulation 游乐
-40,-66 playlists
-40,-63 experimenting 关爱
-40,-61 flocker
-40,-60 bitmapunion indonesian
-40,-59 samson subscriber tilemaps 杂耍
-40,-58 到达站 葡萄牙
-40,-57 铜牌
-40,-56 rlhf vela
-40,-55 squirrels 清醒
-40,-54 女厕 流会
-40,-53 pots 事儿
-40,-52 extractor
-40,-51 maestro soho
-40,-50 react realised statistiques 几步 秒表
-40,-49 carts fastapi neural playerid spark 空间数据 马语
-40,-48 delimiters error hackathon selects specifications 冷汗
-40,-47 elige pharmacology views
-40,-46 apm framework professional 深度
-40,-45 automation graceful optimizations predictable refining
-40,-43 descriptor
-40,-42 dialogues opponent playback valid
-40,-41 assessing computational
-40,-40 perplexity
-40,-38 churn scalar
-40,-37 csharp pathways
-40,-36 nsga 去世
-40,-35 fatal stitching
-40,-34 callable scopes
-40,-33 archetype deprecated tooling
-40,-32 aggregator discrepancies loc principal
-40,-31 globalization pkg
-40,-28 sector
-40,-27 advances nesting
-40,-26 lipinski
-40,-25 clarifying
-40,-24 slicing
-40,-21 manifest
-40,-19 anchor
-40,-18 associative fpga hubspot
-40,-15 conflicting orphan propagate
-40,-14 orphaned
-40,-10 pinned
-40,-7 tokenizers
-40,-6 pprof
-40,-4 抽象
-39,-87 piazza
-39,-82 animation 份量
-39,-74 cartloom 呎 电车
-39,-73 mbti
-39,-69 mabel
-39,-68 musescore
-39,-66 frown 详情页
-39,-65 executor ldaps stations
-39,-64 rv 不仅如此 佛教
-39,-63 中欧 投球
-39,-62 quotas reel 米尔
-39,-61 hostile traurig 头戴
-39,-60 cognitive eeprom 有样
-39,-59 reordering 分页 损耗
-39,-58 bcb rlogin 呼气 莲花
-39,-57 behavioral grabbing realistic
-39,-56 hops options 角旗
-39,-55 开行
-39,-54 optionen retry wrangler 划船
-39,-53 depth gcb javap linguistic nli orbital types 佩斯 妄 实时 菌
-39,-52 escalation 涂
-39,-51 similarities ticks
-39,-50 actualbudget residual sharpness 回家路上 引人 题下
-39,-49 adaptability censorship rollstuhl spf 深入
-39,-48 applink opt tableau 会填 直播
-39,-47 baidu selection strain subtypes
-39,-46 demos
-39,-45 addressable rejecting
-39,-44 choosing sftp
-39,-43 dat incremental subclasses trojan
-39,-42 cmu funnels promoter
-39,-41 dedup introductions karpathy rob
-39,-40 bloc 吸引力
-39,-39 adaptive alpine enhancements infinitely
-39,-38 curated 监听器
-39,-37 addons algorithmic categorizes scaling validator versus 注解
-39,-36 localized
-39,-35 pp
-39,-34 employ hotkey unlocking
-39,-33 debug gradual initiation progressively
-39,-32 chaining malformed parquet violations 分散 改革
-39,-31 artifact
-39,-30 announce implementations
-39,-28 globally
-39,-27 speedup
-39,-26 cheat
-39,-25 adr
-39,-23 stubs
-39,-21 corrupted fingerprinting
-39,-20 cpp 成熟
-39,-19 langue
-39,-17 diligence lifecycle
-39,-15 apk shields
-39,-13 mixing qualifier segment
-39,-7 openclaw
-39,-5 incompatible
-39,-4 causal
-38,-79 sctp
-38,-72 video
-38,-71 subresources telecommunication 审稿
-38,-67 mammals 愚弄
-38,-64 fishfile 本国
-38,-63 autoscaler 亚纳 快照
-38,-61 超能力
-38,-60 kaizen kjv 考拉
-38,-59 sda
-38,-58 athletics dimensional
-38,-57 autojump bevorzugter
-38,-56 flyer 猜到 退避
-38,-55 页数
-38,-54 滚轮 盛大
-38,-53 fcn 出动 展开 该软件
-38,-52 arquiteturas
-38,-51 planner romani 反序 并不需要 龙头
-38,-50 bulk docket kto nursing rankings rom sapi 最合适 盲人
-38,-49 correcting customizing kitebuilder 多方面
-38,-48 revised scrolling throug 戏文
-38,-47 comparing prob specialties structurally
-38,-46 summarise
-38,-45 select
-38,-44 advertise criterion selecting
-38,-43 autonomous banners extraction groq localhost purity skills
-38,-42 region
-38,-40 atlas
-38,-39 critical publications spawn training
-38,-38 colormap customizations disappearing explanatory scoping
-38,-37 barcodes datasets puzzle
-38,-36 active latency
-38,-35 boundaries precondition
-38,-34 crashing verifiable
-38,-33 ratios 分派
-38,-31 cr tutorial xml
-38,-29 implicit institutional
-38,-28 cag dcr dependents legislation
-38,-27 logical
-38,-26 bioactive dot stable
-38,-24 inactive
-38,-23 introspection pat regeneration 有边 白名单
-38,-22 parkinson splitwise
-38,-21 conflicted
-38,-18 proofreading
-38,-16 ontologies
-38,-15 indirect
-38,-10 docking
-38,-9 patches
-38,-1 ods
-38,2 flowio observers
-37,-89 sentez
-37,-86 bizkaia
-37,-79 面交
-37,-78 无奈
-37,-75 ek
-37,-71 伽
-37,-69 swedish
-37,-67 nerves 恰当
-37,-66 esm teenagers
-37,-65 entertainer 筋斗 肾
-37,-64 supervisorctl 光数
-37,-63 correlation gantt
-37,-62 volleyball 朱
-37,-61 disciplines 超能
-37,-59 techniques
-37,-58 kustomization overcame
-37,-57 旗标
-37,-56 cambiar carousel gaming subtasks 内生 心形
-37,-55 definitive deletion desirez expectations hopeful sph
-37,-54 improvisation objectivity perspectives 太阳系 都市
-37,-53 cebu kali kanboard snp tops 有货
-37,-52 rat 发网 黑桃
-37,-51 hype kano 控制力 搬到
-37,-50 formula 夷
-37,-49 squares
-37,-48 ep optimise presumed 人意
-37,-47 处以 天然
-37,-46 differences
-37,-45 airdrop guidelines incidents
-37,-44 structure
-37,-43 specialize 无状
-37,-42 ml scc
-37,-41 elements
-37,-40 daten leagues sla widespread
-37,-39 cms 开发
-37,-38 survival 嵌套 常见
-37,-37 diagnosis platforms
-37,-36 initializing stream 增量
-37,-35 cline derive interventions presigned 意外
-37,-34 embeddings limitation terminology 完善 种子
-37,-33 focused paradigm redaction sanity volcano
-37,-32 contextually instruments
-37,-31 lever
-37,-30 validates
-37,-29 remediation
-37,-28 freshness
-37,-27 lua seniority support
-37,-25 buttons observer 抓取
-37,-23 mappings
-37,-22 core fsck nhi paket
-37,-21 babel feat zarr
-37,-20 ddp interpret mortality
-37,-19 securities
-37,-17 mismatches strict tightly
-37,-16 directive
-37,-9 confluence
-37,-8 stan stem
-37,-7 proposals
-37,-2 followup
-37,2 loki
-37,6 overlay
-37,8 antd
-37,14 shards
-36,-82 码位
-36,-81 geojson
-36,-78 motiontools
-36,-76 才华
-36,-75 日记账 真挚
-36,-71 peaks
-36,-70 brainz
-36,-67 邻国
-36,-65 watkins
-36,-64 nanjing
-36,-62 heatmaps stylize 又称
-36,-61 mailscript 玫瑰花
-36,-60 silwol
-36,-59 csa
-36,-58 concentration prosodyctl psycholinguistic sketch 创作 棉 美化
-36,-57 dynamics finnish frames genre micronesia skilled 被叫 铰
-36,-55 meditation nisi online rows subplots 基督 简便
-36,-54 creator embarking laissez spectacle 并说 民法
-36,-53 lang rechts
-36,-52 clapping gan hearts kafka
-36,-51 deeplink vitesse 中音 仅剩
-36,-50 aimarket davidson judge readiness 痊 科布多
-36,-49 bluegrass cloze qualidade 奇幻 庭院
-36,-48 rollout 启发
-36,-47 competence delimiter game optimizing 分列 笔尖
-36,-45 academic regional
-36,-44 cron refresh subdirectory
-36,-42 thai
-36,-41 czech gcm
-36,-40 elastic prototyping 块
-36,-39 divergence prototype urgently
-36,-38 cilium 区别
-36,-37 proactive sites tighten utilisation
-36,-36 unordered
-36,-35 peers refinement validated 半年
-36,-34 additions clarity vanish 挚 深层
-36,-33 collision computation debating iterations scripts subscription
-36,-32 invalid requirements
-36,-31 obstruction preset purely 平台
-36,-30 bracket instant stitch 洞察
-36,-29 diagnostic topological 多层
-36,-28 ordinal
-36,-27 restricted
-36,-26 covenant decomposition downstream predictors
-36,-24 wrapper
-36,-23 advocates debugging visibility 内联
-36,-22 installer 标注
-36,-21 nul rulesets
-36,-20 genie modifier
-36,-19 detective
-36,-17 cadence 研究员
-36,-16 circular
-36,-15 compatibility
-36,-14 hqq
-36,-12 congressional
-36,-10 pid
-36,-8 parsing
-36,-7 analyzers motorsport
-36,-4 inconsistency rationalization
-36,-2 conformance
-36,1 rpm
-35,-82 batting
-35,-74 randomness 频次
-35,-72 polarity
-35,-71 faseela
-35,-67 量控
-35,-66 以免费
-35,-65 randomize rustscan subarray
-35,-64 时限
-35,-63 moviles
-35,-62 fatima
-35,-61 playbook simulated
-35,-59 swirling 掌心 本特
-35,-58 ndjson permanova 消禁
-35,-57 mandated reliability sidecar supervised 成事
-35,-56 gba
-35,-55 digi electrum robot 生日派对
-35,-54 efficacy mobile scvi smartbi sorbonne subdirectories
-35,-53 gupta offbeat uncompress 红灯 马其顿
-35,-52 objectives presentations shoulders state 停留时间 莎士比亚 雪人 非常低
-35,-51 rtt substack yugoslav 会员 莫 莲 论文
-35,-50 academia cheltenham chf detect limits redis vegetation 物业
-35,-49 areas proteus voiced 冥想 轮椅
-35,-48 actionability hog 卷轴
-35,-47 contrasting improver pyx scales 过数
-35,-46 discrete
-35,-45 boosts gmail 代码执行
-35,-44 crt flask fluency varies 在线
-35,-43 checkboxes scenario subtext waits 监管
-35,-42 broader obstacle player
-35,-40 comparison ollama 向量
-35,-39 conditionally
-35,-38 auto compute
-35,-37 alzheimer epidemiology errors ppa 出错
-35,-36 frustrated
-35,-35 beginners hrv ncbi precisely requisition 流式
-35,-34 intent refined
-35,-33 shortcode skew 分析师
-35,-32 multi rb 人工智能
-35,-31 palette portals
-35,-30 inferred
-35,-29 complicated markdown poisson staleness
-35,-28 钩子
-35,-27 natively
-35,-26 dispute docstring interacting
-35,-25 classes 下游 日常
-35,-24 investigation
-35,-23 interrogation
-35,-22 unclear 排查
-35,-21 svc
-35,-20 resumed 披露
-35,-18 downgrade upstream
-35,-17 shader
-35,-16 proofs rekor 水位
-35,-15 speculative
-35,-10 tokenizer
-35,-8 mdr restrictive
-35,-7 dotfiles wraps
-35,2 langchain
-35,4 pkcs
-35,6 tracing
-35,10 diffdock rego
-34,-84 initramfs
-34,-80 jfif torrents 居室
-34,-75 closeness emotions
-34,-72 briggs
-34,-70 可得 烟花
-34,-69 jtbd
-34,-68 maximal
-34,-66 orient
-34,-65 strategy 一百万 彩票
-34,-64 严格要求
-34,-63 wireframe
-34,-62 hpa
-34,-61 aft canvas necesito pydocstyle uncertainty 囊
-34,-60 talents zeitzone
-34,-59 babe landscapes rhs 烛光 边长
-34,-58 calming simulating
-34,-56 clicking redesigned
-34,-55 brain sider
-34,-54 communications 茄子 题词
-34,-53 resilience
-34,-52 predicting 甜食
-34,-51 anatomical bicycles changelist mindmap networks outcomes 出访 训练
-34,-50 characteristics ipa liv 考察
-34,-49 corporate
-34,-48 drilling lzma publishers weekdone 三角旗 最终目标 近似值
-34,-47 maximize statuses
-34,-46 structures 最低
-34,-45 trait 排名
-34,-44 er
-34,-43 generating hashtag ng 水平
-34,-42 好评 资讯
-34,-41 blog contour tangible 数据安全
-34,-40 synthesis wage
-34,-39 inequality 自适
-34,-38 deter expand 算法
-34,-37 aggressively imaging rerun
-34,-36 linkage retries 连续
-34,-35 mixture predictive restriction
-34,-34 forbid 附带
-34,-33 functions stakeholders 激发
-34,-32 checklist ctas injury symlinks
-34,-30 distinguished emits modo
-34,-29 defining levels settlements
-34,-28 class deferred
-34,-27 callbacks examines module
-34,-25 omnichannel 上游
-34,-24 delay deprecation markup
-34,-23 beta defaulting
-34,-22 fluent
-34,-21 deprecating
-34,-20 agents pg
-34,-19 simplified unrecognized 耦
-34,-18 scraping
-34,-17 guilty
-34,-16 preprocessor 短期 面向用户
-34,-15 invites mature
-34,-14 asian reinstall 企业级
-34,-13 guessing
-34,-9 prisma searcher
-34,-8 inconsistent
-34,-6 sig
-34,-4 enrichment
-33,-95 衡量
-33,-82 wry
-33,-76 beebole
-33,-75 清真
-33,-73 derivative
-33,-72 geometries
-33,-68 videos
-33,-66 cinematic
-33,-65 geology
-33,-64 artefacts drawings grassy pylauncher 反思
-33,-62 determine 忧郁
-33,-61 connie crowdsourced explorable maximum 定都 船运
-33,-60 jso megatools 眩
-33,-59 predominantly realism 极度
-33,-58 scss storytelling
-33,-57 brasil
-33,-56 recalculate
-33,-55 greene salesperson strategyid 方合
-33,-54 scrun 喜好
-33,-53 comedy violence 布里
-33,-52 hp lvm supervisord varieties 休闲
-33,-51 supervisors
-33,-50 commercials ppg sabre suitably 香山
-33,-49 angulaire cmp decor hdfs pole 授粉 整体健康
-33,-48 compares preferencia 后继 帆船 滑梯 练习生
-33,-47 finalize struggling
-33,-46 执行者
-33,-45 optimal 招聘
-33,-44 announcements cds dense organizing subscribed 复盘
-33,-43 angle criminal policies
-33,-41 demonstrating hermes strains
-33,-40 automatic
-33,-38 blockchains facial
-33,-37 analyses baposter superhuman topics
-33,-36 episode pydantic structuring
-33,-35 cohere sequences 机械
-33,-34 analogies coding mutating statsmodels unavailable unlabeled 专业 从现在起 特有
-33,-33 diverse empirical selected slot
-33,-32 crew evaluated regression 级联
-33,-31 behavior dependencies novice tutorials
-33,-30 computations fcc implementation proc 中立
-33,-29 breakdown formats highlights learns narrate pgx scripted
-33,-28 defined fqdn performant 选中
-33,-27 orgs supports
-33,-26 dex fracture implementing testable tools viewmodels 评分
-33,-25 npm
-33,-24 感知
-33,-23 improvements 层 的电
-33,-22 conflict incident mount 分离
-33,-20 fused
-33,-19 dai
-33,-18 cas
-33,-17 flexible hypervisor
-33,-16 sk
-33,-15 associations compatible
-33,-14 cleartext logic
-33,-13 arrow reveals
-33,-12 kv
-33,-9 primitives
-33,-7 screensaver stack
-33,-2 cv
-33,0 ddl
-33,1 assertions
-33,8 awk
-32,-73 量子
-32,-72 commodo
-32,-69 apptmnt
-32,-67 gambling
-32,-66 stricken telugu
-32,-65 seaweed
-32,-64 rtf 视频剪辑
-32,-63 anguish 中止
-32,-62 tamano
-32,-58 ephemeral marathi
-32,-57 honolulu polling subtitle 坏蛋
-32,-56 leaf
-32,-55 cartoon quantizer quota tripped 文章内容 阵雨 颤
-32,-54 array 不同之处
-32,-53 deliverability duolingo minneapolis paced 三维 轮询
-32,-52 hyperlink
-32,-51 客厅 服装
-32,-50 cuadrado flowlu rgb unmount
-32,-49 beam changelog climbing flutter funtoo jello residential 称职
-32,-48 credas deepgram entrepreneurship simulators 夏威夷
-32,-47 overseerr 甲 迷失
-32,-46 amplify choices publisher
-32,-44 relays
-32,-43 assess
-32,-42 reproduction viewers 证据
-32,-41 finite savvycal unpacked watchdog
-32,-40 痛点
-32,-39 blocklist maven mutations mw swipe wizard
-32,-38 firing grid modification posthog rerank surgical
-32,-37 expander minimum plotting 僵
-32,-36 broadly icons processes timings
-32,-35 comparisons customizable deeper fuzz provider 播
-32,-34 automated checker effective opus skepticism 其它
-32,-33 grouped preference specialist
-32,-32 architecture supplemented websites 延迟 订阅
-32,-31 severity spec
-32,-30 activate completion interviews phase simplification summing 场景
-32,-29 aggregations assessment scraper
-32,-28 confirms developer faults introduction locales precise recovery scholarships
-32,-27 nuances
-32,-26 learners recognizing 轻微
-32,-25 ambiguity availability feed impact sonos 行为 重构
-32,-24 critique delays tricky 路由
-32,-23 ccpa chen placid triggering 确定性
-32,-22 badge cohort 逐步
-32,-20 verified
-32,-19 polygons
-32,-18 bundled
-32,-17 violation
-32,-16 onboarding 数千
-32,-15 ads
-32,-12 fft grounding
-32,-11 integrity reconcile
-32,-9 implication
-32,-7 saas
-32,-6 gossip
-32,-5 ndc slack
-32,-4 lookups
-32,-3 cupped onboard
-32,-1 zig
-32,0 遗留
-32,8 rds
-31,-97 veulent
-31,-94 stint
-31,-86 攻略
-31,-71 几何
-31,-69 llama
-31,-64 kallabot
-31,-63 engram nzd
-31,-62 ideation 上一年
-31,-60 bitbucket stampede 共鸣
-31,-59 voulons
-31,-58 tube 组长
-31,-57 cdb daze essid
-31,-55 youtube 上网
-31,-54 assured guangzhou 受欢迎 方位 画布
-31,-53 上到
-31,-52 electra 现实
-31,-51 netzmodus 发出通知 拆解
-31,-50 attract maximale shippo 表意
-31,-49 pebbles pennsylvania spatial 搬家
-31,-48 cognition hoped melodies shooter 猾
-31,-47 caressing deletions
-31,-46 carousels rcsb
-31,-45 cdn
-31,-44 philosophical subjects 规格
-31,-43 提取
-31,-42 locale moodle publication sighted 小型
-31,-41 roster
-31,-40 analog crime multiplier
-31,-39 craft extractions modal perspective researchers untagged
-31,-38 antagonist repertoire
-31,-37 coherent compression mainnet plugin pubmed real strokes 频道
-31,-36 capabilities selectable
-31,-35 behaviour confirmar humanities master valyu
-31,-34 colors infer llm proactively revise verifications
-31,-33 improvement tikzposter
-31,-32 construct prerequisites proteins sourcing standards
-31,-31 alterations formatter lexical mediated refine 指针 现代
-31,-30 boolean bootstrapping differential differs fuzzing initial principled 金色
-31,-29 announcement expansion purged sbml sr ui unrestricted 禁止
-31,-28 collaborative fundamentals minio precheck updating
-31,-27 computed evaluating memoria preliminary tribal 小权
-31,-26 hierarchical lanes locally sin
-31,-25 boundary bundle fault
-31,-24 emerge miner scrolled
-31,-23 constructive prompting suspended
-31,-22 hunt 声称 相比
-31,-21 agentic
-31,-20 llms nda redirects
-31,-18 paths struct transactions
-31,-17 backgrounds
-31,-16 agendas hotkeys
-31,-15 workflows
-31,-14 arrows gke graded
-31,-13 consensus
-31,-12 conflicts
-31,-11 broker dotenv medchem nest uns
-31,-10 bumping
-31,-9 extensions
-31,-6 buffer parser
-31,-2 pinning
-31,1 nominal
-31,5 cvss repl
-31,7 driver
-31,11 feishu
-31,14 sharding
-31,26 todas
-30,-101 nokia
-30,-82 pourriez
-30,-77 粤
-30,-76 clicksend
-30,-71 autoencoders
-30,-66 啮 踱
-30,-64 coma
-30,-61 vulgar
-30,-59 预见
-30,-57 balloons manjaro 影片
-30,-56 ffprobe 遗传
-30,-55 esp 西欧
-30,-54 cultures suitability 一要 每类 燥
-30,-53 modulename 低音
-30,-51 imaginary pygame testscript 保持一致 化学家 卦象
-30,-50 ev jql microservices netzwerk performances stats 反手
-30,-49 bcgnis cursing fastmcp freestyle knees postcards prerelease 人民币 宾 马戏团
-30,-48 badblocks boone lejano 旅费 硬驱 首页
-30,-47 commercial earthquakes enacted variability 狡猾
-30,-46 clicked skim
-30,-45 keynote kling max 流程图
-30,-44 infant optimism 规划
-30,-43 crawling subscribing
-30,-42 chains criteria effectiveness estimation
-30,-41 relate
-30,-40 blockchain media 字段
-30,-39 orphans performance scheduling
-30,-38 actions columns resilient 时间轴 简洁
-30,-37 laws pointers render spinner unlimited widely 转发给
-30,-36 aspect cases 框架
-30,-35 comprehensive preferences specify
-30,-34 features synthetic
-30,-33 accurately composition pathml wsgi 手动
-30,-32 homo stl subsystems
-30,-30 adjustments devtools learning minimize practice rappi regenerate
-30,-29 formulas guided investigating recreate sequential
-30,-28 element limited moderate platform
-30,-27 richly trigger 中间件
-30,-26 environments granular immigration impersonating nih nonfiction restrict synonymous validating
-30,-25 applying breach gymnasium href porter startup 不靠 见识
-30,-24 basics fires firms mutational participants 心动
-30,-23 association enabled interact proprietary
-30,-22 vc 助手
-30,-21 bounded default llvm monorepo
-30,-20 bounces debugger initialized motivation spotlight 公共
-30,-19 binding heterogeneous wiki
-30,-18 metadata 早期
-30,-16 enforcement scalable
-30,-15 classified
-30,-13 hook
-30,-12 backticks bindings challenging disputes
-30,-11 fragmentation gml literals oracle prospect
-30,-10 interpretation
-30,-8 prefixes
-30,-6 mounting
-30,-5 php
-30,-3 atom takeover
-30,-2 universal
-30,-1 全方位
-30,1 tokenize
-30,4 masking
-30,5 accord
-30,11 pin raii
-29,-86 gig
-29,-83 震动
-29,-74 whistled
-29,-73 扑克
-29,-67 creatives hana precipitation
-29,-66 remorse
-29,-65 电信 龙卷
-29,-64 ellipsis motion 哀 孟
-29,-63 mollusk voulez 荒岛
-29,-62 cells
-29,-60 disguise saastic
-29,-59 domicile esg sandals 弹奏
-29,-58 所想 网络工程 腥
-29,-57 provoking
-29,-56 fiscalized 享服 多元 满面
-29,-54 ibl preempt
-29,-53 statistical 栗 留学
-29,-52 applecloudextension
-29,-51 bradford pyvene typescript
-29,-50 espanol resize
-29,-49 afro raja
-29,-48 bdb chestnut cksum distributions emmy pve resources team 总机
-29,-47 alerting bilingual interviewing
-29,-46 programmatically
-29,-45 actionable coaching research
-29,-44 collage lockfile
-29,-42 robustness
-29,-41 corp dynamic kanji sessions tissue universities
-29,-40 delve dominate mode mood quantization
-29,-39 benchmarking mastercard minecraft scores
-29,-38 focusing roles
-29,-37 generation offline trends
-29,-36 automatically lobe perception reality uninstalled zones
-29,-35 foliage relay relying 通道
-29,-34 confirm mistakes model novelty vcs versions
-29,-33 constructs demand manually vicinity 多模
-29,-32 abi lava navigation provision recognition terms 准确
-29,-31 sources specializing variants
-29,-30 evaluation fostering satisfies unlocked unreachable worlds 巡 検
-29,-29 easiest verbs 改进
-29,-28 competitor sae subset unpin unset
-29,-27 invocation mol sequence svs 校验
-29,-26 posters
-29,-25 beverage chatgpt prioritizing
-29,-24 oriented suited
-29,-23 limitations margins source
-29,-22 coordination formulate intensive shortcuts 获取数据
-29,-21 evolve gpu origin professionals supporting
-29,-20 beginner crimes traditional trainers triaging 一致性 系统性
-29,-19 feeds playable
-29,-17 firewall gcs interaction
-29,-16 claims regulation
-29,-15 clinic splitting
-29,-13 continuity cooldown oom 兼容 建模 漂移
-29,-12 roc
-29,-11 grok
-29,-10 frontmatter
-29,-9 hunter
-29,-8 affinity
-29,-7 preprocess
-29,-4 explanations
-29,-3 zeek
-29,-2 shield
-29,1 mirroring
-29,2 debts supplementary
-29,5 braces chrome
-28,-112 市场调研
-28,-105 neuron
-28,-89 cutter
-28,-75 bdbje storno
-28,-71 pea
-28,-70 capacities
-28,-67 cityscape
-28,-66 惊呆 球面
-28,-65 心理学
-28,-64 奸笑 梯子 比斯开
-28,-63 反感 附着
-28,-60 helsinki pupils
-28,-59 batter 信道
-28,-58 体量
-28,-57 surge
-28,-56 黄瓜
-28,-55 evolutionary finland 回放 天外
-28,-54 bid billings 值得注意
-28,-53 bazel emoticone subnet 上周五
-28,-52 diameter indonesia spike 通晓
-28,-51 controversies 万美元 换算
-28,-50 joi license movil wandering
-28,-49 hyper narrowly
-28,-48 article incubators kubectl triangular vivid wang
-28,-47 articles monsters 最大
-28,-46 positions
-28,-45 based 基于 画图
-28,-44 上线
-28,-43 facebook rem
-28,-42 concluding disagreement 方法论
-28,-41 anatomy
-28,-40 flowcharts
-28,-39 style underground
-28,-38 advance clients growth observability 简要
-28,-37 districts quality
-28,-36 decisions planning remarkably startups steps
-28,-35 combinations kerberoasting pausing treatments
-28,-34 analyzing carlo construction kpi qualifications relaxation script scrolls
-28,-33 developing distinct 准则 自动 选型
-28,-32 conceptual conclusions democratic initiate opportunity readability 健壮 全面
-28,-31 gradually perfection spritesheet wave
-28,-30 computes disruption openid reconstruction wheels 积极
-28,-29 analytical applications conclusion deep stages taxonomy 配送
-28,-28 derived refreshes
-28,-27 emphasize enhanced pl
-28,-26 bioinformatics calculations confirming invalidation placement predefined
-28,-25 ark 中等
-28,-24 clarify predicted versioning 冷启动
-28,-23 corrected dependency mix paged refs valorant 全局
-28,-22 apply proceedings ringcentral schematic
-28,-21 detections development flair guardrails
-28,-20 dvc equality initialize 仪表盘 解读
-28,-19 blocked configs
-28,-18 checklists gender sparsity stacked
-28,-17 bom sensitive transitioning
-28,-16 assert clips 结构化
-28,-15 activates bundling mismatch popup threshold toolchains
-28,-13 clearer reformat
-28,-12 barriers
-28,-11 serp simplicity
-28,-9 gaps
-28,-8 incentive pi
-28,-6 interpreting zendesk
-28,-4 clippy explainability
-28,-3 runes unresolved
-28,-2 inconsistencies
-28,-1 ao
-28,1 overlays
-28,4 otp
-27,-79 emotion
-27,-72 喂养
-27,-71 deluge
-27,-64 eda
-27,-63 dramas 瑞典
-27,-60 mpgl
-27,-59 rhythm 削除
-27,-58 beams linkerd penalties
-27,-57 grimace tremor 潘
-27,-56 kate sizes
-27,-55 franchise memgraph psycho 墨西哥城 幻灯片
-27,-54 dart gitattribute interpolation
-27,-53 genotype
-27,-52 bangkok franca marketdata spectrum tripwire
-27,-51 artikel blast minidlna pronouns
-27,-50 extract hashtags retorno rle
-27,-49 upgradechat 长途
-27,-48 pagination redistribution scb smh
-27,-47 大小
-27,-46 communication sketches
-27,-45 content spreadsheet supervisory
-27,-44 microbiome themes
-27,-43 quantized subscribe
-27,-42 inst
-27,-41 gatherings links 启动器
-27,-40 effects manifestation
-27,-38 compositions ebi paginated raffles specializes 抽取
-27,-37 choose confirmation faces powershell robotic 补全
-27,-36 colored vocabulary 分析
-27,-35 chain patent sub 面对
-27,-34 advises concept tentative
-27,-33 graphviz jurisdictions personas summaries verbosity
-27,-32 chamber communicating ffmpeg recommend student 演示
-27,-31 builtin callback conditions curve pretrained typesetting
-27,-30 apa executives experience labelled live meanings parties rfid singular urls userid
-27,-29 influenced infra stt uuid 守卫
-27,-28 combination premium scaled 防火墙
-27,-27 configurable correction dev impulse null recognizes seasonal unexpectedly variant 预设
-27,-26 configurations flow recommending subcommands
-27,-25 samples
-27,-24 gin
-27,-23 blend changes classifications csr hostname names replay thousands 部件
-27,-22 shortcut 它们
-27,-21 alto common instantly streamlit
-27,-20 focal investigate invitations notch strips 渐变
-27,-19 browser proposition serialization
-27,-18 facet funnel messy minimal 非法
-27,-17 failing gated hierarchies materialized responses triggers
-27,-16 inline processing rebuilt unverified
-27,-15 match packages relevance scratch 脚本
-27,-14 adb normalized qualification repos tailor
-27,-13 citations initializes rag resumes undergone
-27,-12 isolate
-27,-11 regressions
-27,-10 billing cadences categorizing narration
-27,-9 acp assertion indentation
-27,-7 rube
-27,-6 uno
-27,-5 modular
-27,-4 meta repair
-27,-3 consistent
-26,-80 covariance
-26,-77 uncommit
-26,-73 logistic
-26,-70 shone
-26,-67 诋
-26,-64 kramer
-26,-62 talent
-26,-60 违规
-26,-58 grype savent weekday
-26,-57 deputation 扩音
-26,-56 performer
-26,-55 ayudame sociology zhao 灵敏性 记录表
-26,-53 nairobi trashy
-26,-52 informationen resource 小狗
-26,-51 蝉
-26,-50 films jvm yarn
-26,-49 agulu beliefs rupee scenes 中键 设计方案
-26,-48 django wards 赌博
-26,-47 indications 蜴
-26,-46 capitalization geography states
-26,-45 fixtures licensing
-26,-44 dickens dj editing html molar skeleton styles
-26,-43 schedulers
-26,-42 facilitator
-26,-41 capability themed
-26,-40 ecosystems
-26,-39 indicators ticketing unlink 优化
-26,-38 illustrations pymoo red strengths ticker
-26,-37 corpus elixir extracting multiplies 检验
-26,-36 artists matthew modify protein rf sphinx 有没有
-26,-35 creation dynamically hope raster streamed unsplash upset
-26,-34 soul thematic variations
-26,-33 type
-26,-32 copywriting evolution pem sre
-26,-31 broad corrections plates span vector 商业 回调
-26,-30 decision graphql initiated sonar
-26,-29 calculation enrollment nfl
-26,-28 ethnicity keywords payload 必填
-26,-27 embedding neighbors publish reranking wenn
-26,-26 adapting redact trick 聊天 软件开发
-26,-25 adjacent adjusting interactively perceived
-26,-24 attempted smiles subsets triage unspecified 提升
-26,-23 clinical prioritizes 改善 有限
-26,-22 improving mimic unknown widgets
-26,-21 bak enzyme hipaa mla peer redirection
-26,-20 commons instrument penalty 布局 敏感
-26,-19 apis improved intersections staging stale
-26,-18 primary
-26,-17 curves engagements gpt
-26,-16 defaults ro sid
-26,-15 nowhere waitlist
-26,-14 affiliate firefox install
-26,-13 analyzer challenge
-26,-12 pending sdk
-26,-11 crashed fragmented reluctant saml theorem
-26,-10 exfiltration seamlessly
-26,-9 dialogue turborepo
-26,-8 diagnose rewriting
-26,-5 stdlib surviving
-26,-4 brightdata frontiers mounts
-26,-3 roi standup
-26,-2 precedence
-26,0 合格
-26,7 violates
-26,9 opaque
-26,12 frida
-25,-105 子卷
-25,-80 acrylic
-25,-79 danser
-25,-67 frequencies
-25,-64 bats
-25,-63 batching
-25,-62 krishna
-25,-61 creativity lyft pitching 拘
-25,-60 playbooks subvolume 禄
-25,-59 alcoholic 正处
-25,-58 bat
-25,-57 mob 哥们
-25,-56 octave
-25,-55 幻灯
-25,-54 危害
-25,-53 cricketer
-25,-52 enlace passionate redshift 半径 同位 大神 黄昏
-25,-51 arrivez directors unconditional 血型
-25,-50 draw vibreur
-25,-49 cbt tvdb 发错
-25,-48 highest pkgmanagers tempo
-25,-47 sca subtree
-25,-45 geometric
-25,-44 fastest sized
-25,-43 cookie meteo
-25,-42 batch obj portrayal successes
-25,-41 detail legend
-25,-40 subtitles tv
-25,-39 unstaged 份额
-25,-38 competitive emojis fraud
-25,-37 adjusts censored limit quantify
-25,-36 dep institutions link prosperity tagged 详解
-25,-35 biopython collar scroll situations
-25,-34 synonyms verbose
-25,-33 firehose lob major mocking ndpi observable 复现 小节 高层次
-25,-32 manual option simultaneous
-25,-31 enhancing restrictions 预估
-25,-30 activities 事务
-25,-29 bounds customization engage spanning temporal writer 板
-25,-28 evaluations 概念
-25,-27 dqn 完了
-25,-26 exhaustive failure improve micro misconfigurations mixed standard
-25,-25 applied failures highlight instance pivot 应用
-25,-24 professionally specs 可信
-25,-23 enrich hosting illegal liu profiles recognize rsa ultra 可靠 诊断
-25,-22 dedupe nvidia radial 捆绑 有效
-25,-21 lo projecting
-25,-20 crypto neutral redesign seamless
-25,-19 mapping pdb phi prioritize
-25,-18 chained fits unlocks
-25,-17 frontend posting stub
-25,-16 extension formal redirect
-25,-15 complementary introducing participant
-25,-14 pmid prioritized
-25,-13 hashing lightweight spreads
-25,-12 blocking compliant
-25,-11 commander declining isolated stabilize
-25,-10 applicant
-25,-9 loops verwendung 脱敏
-25,-8 odoo
-25,-7 dash governance idp overlapping
-25,-6 compound nps
-25,-4 oral
-25,-3 interrupt mx
-25,-1 detector macro
-25,0 跟进
-25,6 legacy
-25,9 transparency
-25,21 wacli
-25,23 ligand
-25,30 omero
-25,31 archaeology
-24,-72 缤
-24,-71 kenya
-24,-70 carriers
-24,-68 portfolios
-24,-66 营养成分
-24,-65 taskkill
-24,-64 jitter 摔跤
-24,-63 emotional songwriting torrent
-24,-62 aluminum 电商
-24,-60 rpcdump
-24,-59 买不到 大容量 收有
-24,-57 offenses
-24,-56 pokemon
-24,-55 cylinder lfs spherical voici
-24,-54 bamboo 方内
-24,-53 lightning neurons sbom 巅
-24,-52 religion upbeat
-24,-51 egrep glpn 奸
-24,-50 consisted gazing
-24,-49 biblical ecommerce parcel 膜
-24,-48 comms exiftool offerings sentiments 合该 痛苦
-24,-47 beamerposter containerization
-24,-46 als 低频 现状
-24,-45 alerts artwork bottlenecks determining dimension objective
-24,-43 aspects retailer 上手
-24,-42 bottleneck journals 紧急
-24,-41 enumerate
-24,-40 methodology schedules strategist timeline
-24,-39 netherlands
-24,-38 allocations econometric icao programmable property 菜谱
-24,-37 approaches calculated changer exp outlets resnet visualizations 抖
-24,-36 calculating 概率
-24,-35 hd mtu ru triples uncertainties 因子
-24,-34 expr kinetic services toml tsv 刷新 加上
-24,-33 portuguese
-24,-32 determines python seed 是否 真实
-24,-31 triple 亮点 路线图
-24,-30 biomedical mastering plots toolbox 打破 热情 选定
-24,-29 augmented dispatch institution ioc outcome philosophy progression wide 引导
-24,-28 curator estimated expanded flows reboot shaping 可用
-24,-27 executions forecasting influencer interacts
-24,-26 directs iteration service suspiciously
-24,-25 demonstration guidance predecessor score snap
-24,-24 inspection spirit 进程
-24,-23 eligibility maintainable toxicity vs 段
-24,-22 concrete defensive reliably
-24,-21 builds circles gcp slices 传入 声明 多个
-24,-20 acts ambiguous bold impersonation momentum multiples reactions token typical 今日 继承
-24,-19 datamol definition ds headless retrospective
-24,-18 discovering hangs venues
-24,-16 acting difficulty flavored occupational promote tertiary
-24,-15 deprecate
-24,-14 frontends harder operators outright 滚动
-24,-13 kn mechanics
-24,-12 honesty workflow 改写
-24,-11 apparel concurrent decorators
-24,-10 constructing logically paused payments 协作
-24,-9 integrates reflected stacks tried 隔离
-24,-8 button pure
-24,-6 autofill outreach
-24,-5 sanctions statements
-24,-4 cycles
-24,0 pruning
-24,1 affiliates standups
-24,2 传统
-24,6 interpreter solver
-24,8 whiteboard
-24,9 mirrors
-24,16 cls invasive
-23,-91 供应链
-23,-88 statistically
-23,-84 antoine
-23,-71 populace
-23,-66 wimbledon
-23,-65 连锁
-23,-63 convolution
-23,-60 elementat 五大 花生
-23,-58 amperes
-23,-57 nasdaq
-23,-56 lengths 状态机
-23,-55 canvases lebron 约简
-23,-53 paintings portrayed
-23,-52 genotypes joules sentencepiece 心理
-23,-51 一面 拍摄地
-23,-50 轨迹
-23,-49 lstopo 执行器
-23,-48 外企
-23,-47 dimensions slides
-23,-46 timezone
-23,-44 deck 严禁
-23,-43 companies fetcher
-23,-42 ct outperform 分布
-23,-41 bait housing suspense theme
-23,-40 arrays bgp ranking statistic voluntary 对内
-23,-39 extensively kidney
-23,-38 analytic compare decompose exif iii manager
-23,-37 organizations radius vary 事件 跨越
-23,-36 detailed
-23,-35 spans 分别 勾
-23,-34 habitat ldap 不一
-23,-33 conducting haiku heal methodologies 体育 销毁
-23,-32 effect engaging friend snaps specific webservice
-23,-31 customized 正文 结构
-23,-30 applicable evaluate fasta focuses pty transaction uk
-23,-29 accurate application blogs kaggle peft vertex warns
-23,-28 controllers mmlu observations temporary url
-23,-27 advantages curate faster neighborhood reproduce updater 风格
-23,-26 capitalize creating criticism edge
-23,-25 diffs domestic jit mixpanel restart subfolders transition
-23,-24 abandonment filesystem modifies specifying 专
-23,-23 backlog computing define docs hint misleading widget
-23,-22 authenticating freely representations requirement translation
-23,-21 contradictory emit icon licence multiple nomenclature previewing revealing sequentially substantial timelines watch
-23,-20 process prompts public rss slop usable 流 牌
-23,-19 aligned analyzes impacts routines
-23,-18 latin maintainability uniprot
-23,-17 breaking introduce level spread trial understands 治理
-23,-16 attr ecosystem installation launchd prerequisite
-23,-15 direct doc values
-23,-14 benchling chats exploration functional
-23,-13 authentic 核心
-23,-12 combining fundamentally pitfalls posts promoted scorers
-23,-11 challenges descriptions doi fresh progresses utils 个性化
-23,-10 referrer
-23,-9 literal ordinary paired
-23,-8 credibility insufficient sdf 语义
-23,-7 unmatched
-23,-6 parses
-23,-5 claw intuitive transcription
-23,-4 reflog weave
-23,-3 categories commits compliance discoverable wrappers
-23,-2 primitive
-23,-1 rules 生命周期
-23,0 aggregate inspectable
-23,1 fragile gt informal recognized
-23,2 epss
-23,3 unified
-23,4 defect
-23,6 contributor
-23,8 中文
-23,9 owasp
-23,12 pins
-23,22 obsidian
-22,-81 queueing
-22,-58 哀伤
-22,-57 anagrams 逐出
-22,-55 marketing 膝盖
-22,-54 buddha
-22,-53 megaplex microservice sakari
-22,-52 animated retrieve
-22,-51 jersey mgmt 粽子
-22,-50 java neurotic tendency 全名 星空 李四
-22,-49 wcag
-22,-48 mbox tragedy
-22,-47 治愈
-22,-45 captivating notebooklm
-22,-44 headline illustrating size
-22,-43 bitcoin estimate laboratories
-22,-41 coach plants
-22,-40 advising positional timezones weighted
-22,-39 managers tasked wordpress
-22,-38 conduct exa games intervals revenue
-22,-37 varied
-22,-36 pixels
-22,-35 cte manga markitdown sta variation 可选项 编排
-22,-34 function subsystem whether
-22,-33 gst multimedia 尺寸
-22,-32 concepts grasp keyframes 套餐
-22,-31 bang centrality management residents 图文 矩阵 继续执行 频
-22,-30 explosions language primarily transformations 哔
-22,-29 available concise frozen organization positive ret successfully
-22,-28 pivots rival subject weitere 需求
-22,-27 amp bot processor ser shapes
-22,-26 develop diagrams lee papers scaffolded 收费
-22,-25 agile build crafting entity fuzzy grouping shortened trainer 属性
-22,-24 bronze direction mainly meaningful modifying 前沿
-22,-23 banner color repomix
-22,-22 approvals case example golang propose rd
-22,-21 correlated dataset medium restarts scaffold
-22,-20 commonly explicit 对手
-22,-19 builder consecutive matches nat
-22,-18 dropdown failed initially proving 时的 通用
-22,-17 bits feature projected
-22,-16 incomplete mounted 示例
-22,-15 finance hardcoded pseudo rating watcher
-22,-14 pubchem uid
-22,-13 evolving lowest pd rigorous
-22,-12 targets
-22,-11 minimalist pc
-22,-10 interrupted marketplaces mkdir multipart reputable screens
-22,-9 detected lean pipelines zustand
-22,-8 basic frustration gid misconfiguration
-22,-7 delayed syntax unstable
-22,-6 concurrency federated
-22,-5 lifetime traceable 统一
-22,-4 interpretable utm
-22,-3 callouts discovery mining mui
-22,-2 abbreviations acr creds
-22,-1 huggingface suno tokens
-22,0 flaws
-22,2 linking
-22,3 dialogs splits
-22,5 flat intercepts
-22,7 namespaces
-22,8 lookup
-21,-75 encoders
-21,-69 subsequence
-21,-65 孔雀
-21,-63 peninsula
-21,-62 getresponse remotion
-21,-59 apideck
-21,-58 bloated prowler
-21,-57 sweden
-21,-55 queue 看错
-21,-52 geometry 体力
-21,-51 politically
-21,-50 cybernetic filmography geolocation 农作物 受苦
-21,-49 anime 国运 百分位
-21,-48 baton gospel markets
-21,-47 brewery editar
-21,-45 cameras
-21,-42 pitch
-21,-41 briefing mental
-21,-39 augmentation halt 微服 思维
-21,-37 capitalized practiced waterfall 运动
-21,-36 baseball
-21,-35 deliverables litigation orientation technically
-21,-34 boxes 子目录
-21,-33 allocation fetched salesforce urgent
-21,-32 axis faisant garlic opportunities
-21,-31 customize encountering scale stocks 公式 分步 广
-21,-30 assisted drove elevation enhancement notifier tests 做法 渠道
-21,-29 certainty empathy gzip inner invalidates pixel programmatic relates safety slug transactional 必需
-21,-28 emphasis extracted landscape menus preparation rapid topic wordlists 类别
-21,-27 dependent directories equivalent mechanistic sox 更新
-21,-26 concisely coordinated crewai delimited factor personal recursively rendered 腾讯
-21,-25 adjustment agility clustered sailing 确认
-21,-24 attractive chooses five mechanisms mutable official panels promises prose rapidly reconstruct 原则
-21,-23 action advanced allowlist attempting attribution execution swiss 主体 快速
-21,-22 countdown director group promotion recommended suggested
-21,-21 diff establishing face lokal minimizing quickly recompile scout suspension 关联 回归 结论
-21,-20 assign comparative equity generalize rated stress 姓名
-21,-19 daily diagonal portal proration vars 定价
-21,-18 bypassing caps dpi fail specialized 主要
-21,-17 asia typed
-21,-16 emerging taxonomic 调试
-21,-15 biological instruction 级
-21,-14 enable pre quoting responsibility simplify updated 冲突
-21,-13 consultant favicon metasploit portability
-21,-11 rigid toggle
-21,-10 learner pushing soft surfacing 中间
-21,-9 agent prep
-21,-8 category lc
-21,-6 activated signup wildcard 跨
-21,-5 swi
-21,-4 pillar
-21,-3 aggregation overlap
-21,-1 maccs
-21,0 firstname
-21,3 传播
-21,4 parallelism
-21,6 laravel
-21,26 chinese
-20,-91 各处
-20,-81 东欧
-20,-70 洞悉
-20,-65 摩天
-20,-64 幚
-20,-56 storybook
-20,-55 bcf spirited
-20,-54 edifact
-20,-51 monopoly slidespeak
-20,-50 simulator 离群
-20,-49 持续时间
-20,-48 subjective trabajo 发文 始创
-20,-46 egress stride
-20,-44 calculate enpoint
-20,-43 ranks resizing
-20,-41 duration
-20,-40 charts rhythmic wavy
-20,-39 competition 州
-20,-38 playful presentation
-20,-37 composing edited geospatial penguin reflective
-20,-36 popularity rum 哩
-20,-35 liquidation 热点
-20,-34 cryptocurrency illustrated nutrients 奉献
-20,-33 antonyms marketplace politics
-20,-32 dictionaries factors
-20,-31 designing 三种 主题 或为
-20,-30 mutate obfuscation
-20,-28 outliers 决策
-20,-27 advisories create
-20,-26 awareness controller practices prescribed procedure 专注
-20,-25 economics eu evaluator inspecting misp promotions trend 本地化
-20,-24 adjusted descriptive directed fees principles proficiency sciences 去掉
-20,-23 aired attacks contemporary diagnoses slate 条件
-20,-22 alternatives composer emerges families highlighting improper leveraging permalink pointer postman term 性
-20,-21 conda negotiation practical suitable vehicles 最多
-20,-20 essential recommends 不存
-20,-19 admins compared divergent priorities 支持
-20,-18 graduate play publishes shallow
-20,-17 friends julia partnerships relationships webhooks 培训 网站
-20,-16 advisor commentary developed flags organizes value 层次
-20,-15 description private triggered
-20,-14 bubble cluster clusters internals invocations sections soc sophisticated streamable
-20,-13 closest starter 工具
-20,-12 auxiliary bidirectional distributed matcher redirected
-20,-11 alpha genuinely simple 显著
-20,-10 bridges repetitive
-20,-9 boost threads
-20,-8 智能
-20,-7 highlighted nemo understanding 逻辑
-20,-6 breaks gwas hashes 公开
-20,-5 auditable op
-20,-4 hosted
-20,-3 repositories
-20,-2 claim handoffs
-20,-1 applicants
-20,0 payment plist supplements
-20,1 symbols
-20,2 contributors udp 栈
-20,3 patching weak
-20,4 warden
-20,5 dag root
-20,6 digest flashcards protects
-20,7 honor
-20,11 biomni
-20,12 tesseract
-20,15 pandoc
-20,16 crispr
-20,27 drivers
-20,34 cvs
-19,-79 航线
-19,-72 tosses
-19,-70 mjr
-19,-64 kebab
-19,-63 创意
-19,-58 malawi slide
-19,-57 行尸走肉
-19,-55 geneea 触感
-19,-54 鸫
-19,-53 schemachange 庵 瑙鲁
-19,-52 blip pandas sims 植物
-19,-51 psychological 口红 水费
-19,-49 tooltip tunnels
-19,-48 jhipster kismet liszt
-19,-47 lakehouse success
-19,-44 portfolio pytest retriable
-19,-43 questionnaire
-19,-42 nba
-19,-41 antigen extracellular
-19,-40 km
-19,-39 chart
-19,-38 sigkill stochastic visualization 动画
-19,-37 identify movements 的人
-19,-36 alert viz
-19,-35 jaw
-19,-34 recurly strike studies 单纯 比对
-19,-33 experimental fixture responsiveness traverses
-19,-32 determined mock ranges resonate 复杂度
-19,-31 hebrew mutual polish sdwan stylish swaps 施工 每日 法规
-19,-30 credible fish stylesheet 了解 大于 游戏
-19,-29 adjectives beat identifies manipulation specifies
-19,-28 bets generate innovations langfuse orchestrate outages rebase recursive summarize
-19,-27 deeply gdpr party previews
-19,-26 emails polished testing 点击
-19,-25 administration aha chosen cleanly criticizing 期望
-19,-24 chronological correct grep timing wins
-19,-23 detects increment trading zone 便于
-19,-22 bounce grain relies site 至少
-19,-21 fullscreen hypothesis infrastructure loading td 质量
-19,-20 assigning effectively preferred reassign restarting
-19,-19 expertise increases optional prohibit 硬
-19,-18 incorrect modifications parity role
-19,-17 assignments directory mini payloads rejection revisions 无效 职责
-19,-16 approximate exploring projection
-19,-15 adding ck confusion discussion fleet similarity 默认
-19,-14 dicom discussions
-19,-13 dunning identification intermediate memo plain 保护
-19,-12 bright char modern ospf tiff
-19,-11 defense exporting fails merchant threaded underlying 影响
-19,-10 easier flexibility headings semiconductor tiny truth tui
-19,-9 conversations
-19,-8 clinpgx misconfigured significantly
-19,-7 ecfp steering traversal
-19,-6 deduplication driven ports preprint rc staged 并发
-19,-5 apikey audits dask 改成 汇总
-19,-4 categorical gotchas integrate invitees usernames 追踪
-19,-3 火山
-19,-2 integrations
-19,0 combine
-19,1 教程
-19,2 inheritance prefix reg
-19,3 naming todos
-19,5 funding
-19,8 cc
-19,9 canary composite zod
-19,11 tts
-19,12 traces
-18,-78 introverted
-18,-62 罪犯
-18,-60 比斯
-18,-59 古典
-18,-57 explodes
-18,-56 convolutional
-18,-55 lakers magnificent statistics
-18,-54 neuropixels
-18,-51 jalali
-18,-50 dto frequency generative
-18,-49 alain breeds geographic 处理机
-18,-48 cell slider
-18,-47 乳液 助力
-18,-45 alphabet dividend logos pkill
-18,-44 objects
-18,-43 dominant 分发 拿到
-18,-42 distribute edit frame
-18,-41 addr evenly presenting
-18,-40 drawing unstage
-18,-38 convertkit
-18,-36 culture intensity
-18,-35 overview
-18,-34 abc abilities timetable 应标 最常
-18,-33 flickering jailbreak 八字 并立 边缘
-18,-32 arrange civil deleted experiments possibilities
-18,-31 architect deleting msp pwd smartphone 盗 调研
-18,-30 breaker builtins cursor jest reachability strength 理论
-18,-29 ban exceptional schedule venue 临时 新闻
-18,-28 ie sample slugs 不同 沟通
-18,-27 choice degree enrichr gently rtl timeframe website 隐瞒
-18,-26 advertising communicated composed invalidate ld tone
-18,-25 dictionary fetch 真正
-18,-24 dbt directional dive exact forbidden kill magic mp subtract 第三方
-18,-23 composio compress plans utc 切换
-18,-22 benchmarks demonstrate hints impactful 个月
-18,-21 differ incrementally pull refunds robots 为准
-18,-20 abnormal expanding gates version 媒体
-18,-19 intelligently suggesting use 任意 特征 精确
-18,-18 demonstrates extend mechanical patients rails severe
-18,-17 efficiently focus paragraphs
-18,-16 compelling delegate desc resolution viewport wrapped
-18,-15 clay cumulative header infinite kills synchronously
-18,-14 acceleration
-18,-13 aa easy gradle targeting
-18,-12 continuous rough settings theories
-18,-11 cox plaintext 组件
-18,-9 dt insight shorthand
-18,-8 authors cs hashed molfeat origins
-18,-7 environment na regular wiring
-18,-6 organic repo
-18,-4 mr
-18,-3 introduces solo
-18,-2 atomically authorities visible
-18,-1 hash
-18,0 arch foundational inlined
-18,1 bare duplicated pipedrive 普通
-18,2 circle grounded secrets
-18,4 namespace
-18,5 topology
-18,7 disclosure
-18,8 unicode
-18,10 ledger resolved
-18,17 hardened
-18,19 matchms resolves
-17,-81 销售策略
-17,-76 kubescape
-17,-73 愁
-17,-69 圆心
-17,-60 slideshow
-17,-54 内心
-17,-53 sphere vilnius
-17,-52 escrow nikto 搜索引擎
-17,-51 sectional
-17,-49 coordinates madness 番号
-17,-48 cse 人生意义 惨 老虎
-17,-47 dared 氓 纪要
-17,-45 cities competitiveness
-17,-43 scene supervisor torque
-17,-42 滞后
-17,-39 glossary 像素
-17,-37 indication multiplayer 超越
-17,-36 abroad cryptocurrencies escalate shortest
-17,-35 portray twitter
-17,-34 click country events industries methods
-17,-33 ability colorblind experimentation identifying runnable shifted
-17,-32 informs polymer subtraction 精通
-17,-31 arbitration random
-17,-30 consideration languages legal pablo 子目 漏斗
-17,-29 refrain 素
-17,-28 buzz conference crawl educational guide ingredient jira preflight spine strongest weekdays
-17,-27 range texts
-17,-26 describes feasibility policy prices sd 生成
-17,-25 ordering
-17,-24 boards canon coefficient paginate seaborn
-17,-23 counseling efficiency inspiration schematics 触发 赔
-17,-22 genuine recipes reload 区分 差异
-17,-21 curating difference immediate judgment pressure required 两种
-17,-20 brew intention verbatim webapp
-17,-19 installations massive mesh performing prove pytorch quick runaway styling 无头 评估
-17,-18 analyzed applies aware describe efficient individuals prompt ranked sidebar transforming
-17,-17 custom disabled limiting monitors tested
-17,-16 formatting millions phrases requests 响应
-17,-15 author citation ios name negotiate organize publicly 前后
-17,-14 enables indices installed observational replication smallest tailored theoretical 边界
-17,-13 bing bodies influence intelligence 最小 来源
-17,-12 fraction venv
-17,-11 conventions mandatory wrong
-17,-10 coda div unchanged
-17,-9 bound breakdowns commands corners positives xx
-17,-8 chars cross def scheme yaml
-17,-7 enabling gemini referral requiring
-17,-6 fa obs void
-17,-4 balancing
-17,-3 kit repetition stability thick
-17,-2 explaining matched pauses
-17,-1 literally premature renaming responding 严格
-17,0 idle
-17,3 fixing incorrectly resolve
-17,5 clip provenance
-17,6 accountability
-17,7 probes
-17,8 pie
-17,9 eliminates
-17,11 patched
-17,12 leaking
-17,22 bool
-16,-83 depreciated
-16,-75 顺延
-16,-65 产能
-16,-60 carbonate
-16,-59 encompass
-16,-58 rectangle
-16,-57 largest
-16,-54 cuboid prayers
-16,-52 pbmtogem 鹰嘴
-16,-50 deltas framerate henson
-16,-49 bids
-16,-48 cordova 龙卷风
-16,-47 黑线
-16,-44 measuring
-16,-41 yml
-16,-40 drawn func
-16,-39 梳理
-16,-38 investigator sbi
-16,-37 adaptation imagine
-16,-36 demolition width
-16,-35 branding
-16,-34 boxing empowering graffiti tomato velocity yeast 峰值
-16,-33 bb details strategic 链条
-16,-32 追加
-16,-31 indicated inhibitor quantities removals workspaces 对象
-16,-30 del
-16,-29 artist blender ed suggest
-16,-28 engine etiquette generators safest 判断
-16,-27 increments 统计
-16,-26 artworks dirs political
-16,-25 duties intact kinds pill television 团队
-16,-24 clustering essays injuries refute
-16,-23 campaigns experiences feasible martial plays 现有 趋势
-16,-22 bridge mypy pages tricks way 语
-16,-21 conclude decide exist keyword playground presence promptly subcommand unpack 弹窗
-16,-20 engineering justice revision series tactics unload
-16,-19 fantasy implement locks phased reward shaped units update 其他 态 或
-16,-18 assumed conventional fetching ieee placing 公众
-16,-17 advisory brute card column generic internally loaded rolling uri
-16,-16 acquisition automates different indexing notion procedures versioned
-16,-15 adapt deciding roll tab
-16,-14 cannot compact evaluates football functionality ids
-16,-13 brief fade opening webhook 匹配
-16,-12 middleware migrating parts pub watching 限制
-16,-11 checking env targeted updates
-16,-10 difficult drift inputs navigating ops tries 提高
-16,-9 hit
-16,-8 rs slice
-16,-7 zap
-16,-6 etl restored screen
-16,-5 assessments references
-16,-4 associate checked misses 完整性
-16,-2 posix priority resume
-16,-1 delegation normalize
-16,0 arc cleanup credential reporting ring
-16,1 lamindb precision
-16,3 checks
-16,4 degradation
-16,5 frontier silently
-16,6 canonical
-16,14 floating
-16,26 fe
-16,48 asvs
-15,-64 droplet
-15,-59 heals
-15,-58 复配
-15,-57 mesmerizing
-15,-56 paranormal
-15,-55 klipy
-15,-53 thrash
-15,-52 krasnoyarsk measures 传输数据
-15,-51 botswana kicking
-15,-50 unzip 雌
-15,-49 croatia
-15,-48 afrikaans 分升
-15,-47 大学毕业
-15,-46 衔
-15,-44 bandwidth
-15,-42 ssg
-15,-41 mv
-15,-40 cheerful
-15,-39 abort 邮编
-15,-38 labels
-15,-37 technique
-15,-36 tunneling 长度
-15,-34 batches commerce workload
-15,-33 assists belief nj paint speeches
-15,-32 operated
-15,-31 humanitarian indicator magician
-15,-30 circumstances
-15,-29 constitute consumers lora snapshots 文章
-15,-28 spacing
-15,-27 failover sli 文件类型 样式
-15,-26 blacklist locked row soccer
-15,-25 ar fence test
-15,-24 forecasts lot producing reasoned spinning 多步 辅助
-15,-23 add buyers large
-15,-22 airline deliver jargon operations 元素
-15,-21 engines erp linear specified which
-15,-20 creates 亏 收入
-15,-19 data
-15,-18 digital labs progress utilities webpages
-15,-17 encourage increase invoicing japanese prepare pricing sl small temporarily 不得 关键字 批量
-15,-16 cancelled eligible helpers mechanism tabular
-15,-15 amounts authenticated rates 找到 验证
-15,-14 actively 化
-15,-13 bypass elegant gather rich sequencing 红
-15,-12 encountered extended followers prompted 要求 还是
-15,-11 footers 标记
-15,-10 avoidance dbus frequently materials unbounded 篡改
-15,-9 significance
-15,-8 commitment meaning reporter
-15,-7 reflection vis
-15,-6 agnostic referenced ups
-15,-5 docx representative straightforward strictly
-15,-4 redundancy
-15,-3 epoch
-15,-2 across balanced enforcing
-15,-1 discover tabs yellow
-15,0 清单
-15,1 browsers 合规
-15,3 isolation
-15,4 debt pep
-15,6 privileged
-15,9 low mod
-15,10 admet
-15,12 guards
-15,13 forks
-15,14 persistence
-15,17 audio
-15,20 ripple
-15,25 sage
-15,31 opentrons
-14,-61 gaussian
-14,-55 cater 白日梦
-14,-53 optimade 异常中断
-14,-52 capacity
-14,-51 韵
-14,-50 attire benches 卷风 穆斯林
-14,-49 knit
-14,-48 chennai eselect
-14,-46 flaw
-14,-45 折旧
-14,-44 宣传
-14,-43 explode giphy vbs 出口 笔记本
-14,-42 bonsai
-14,-40 assistive
-14,-39 randomized sliding
-14,-36 fungus
-14,-35 skyline
-14,-34 imdb network
-14,-33 instagram jakarta plotly 减法
-14,-32 ingredients organizational tribe
-14,-31 city opted watercolor winners
-14,-30 cfo drugbank streets visuals 告警
-14,-29 depending editors featuring informational locations
-14,-28 perimeter ruff 电子游戏
-14,-27 confidence international urgency 长文
-14,-26 express pythonic 写作
-14,-25 assist box capable compete conferences edits showcased 批 电子
-14,-24 bam internal nullable pirate snapshot 提示
-14,-23 trials 后再
-14,-22 moved rollback wayback
-14,-21 adjust apktool each png productive 完整 补充
-14,-20 establish prebuilt respective rotating trade
-14,-19 client depend guides id packing 预测
-14,-18 flagged load suggestions upper 参考 变更
-14,-17 bio communicate individual
-14,-16 arguments demographics 交叉
-14,-15 browsing census compounds idempotency inspired nsf perform recover switching vision 具 失败 计算 识别
-14,-14 alternative inbound kb rely rm rotation 再开 源 色
-14,-13 coverage programming short unit
-14,-12 artificial decryption pointing unreliable webp
-14,-11 least pipeline recommendation regulations smb
-14,-10 arbitrary decode identifier 加进 架构
-14,-9 desktop implemented interested mapped org ps
-14,-8 findings victim 值 安装
-14,-7 convergence explicitly mandates working 标准
-14,-5 path reaction
-14,-4 completeness identifiers matching reduction tap
-14,-3 filtering unused
-14,-2 bug cac loss parse
-14,-1 修复
-14,0 documentation
-14,1 passed reviews
-14,2 dns forwarding
-14,3 blame honest
-14,4 leakage skips
-14,5 cosmos
-14,6 import
-14,8 fix
-14,10 explanation fixes
-14,12 supabase
-14,19 rounded
-13,-73 无人机
-13,-67 寄件人
-13,-64 djibouti
-13,-62 shuffle
-13,-56 焦虑
-13,-55 carbonara
-13,-52 townspeople 怪物
-13,-50 crumbling drone
-13,-49 interzoid 犹太
-13,-46 conductor
-13,-45 营销
-13,-43 坐标
-13,-41 stockholm
-13,-40 designs 情绪
-13,-38 emergency
-13,-37 graphics measured stakes
-13,-35 dramatic
-13,-34 african gifted italian showcases
-13,-33 mouse promotional telecommunications workplace
-13,-32 削减
-13,-31 gitlab hotspots poll 子产
-13,-30 undo
-13,-29 cart electrode
-13,-28 electron entitlements epochs globe immutable loader map occurrences 大致
-13,-27 fraudulent police raffle stat
-13,-26 bp building fonts 视频
-13,-25 indoor informed initiatives logo mailboxes moment mt speaker termination 标签
-13,-24 dam
-13,-23 el telegram 视觉
-13,-22 comply 语言 链接
-13,-21 chose generated items leaderboard main 选项
-13,-20 admin conversational execute firm journey lastly programs protocol 带上
-13,-19 agencies corresponding designated gget per poster potential prohibited 草稿
-13,-18 labeling learn magnitude ratio wait
-13,-17 cto earnings equipment pooling promise publishing schemes scored viewing
-13,-16 min partitioning 发布 特定
-13,-15 compressed informative injects intervention pulse variable 定义 排
-13,-14 locking protocols robust
-13,-13 monitoring provisioning
-13,-12 acceptable increasing partial prefers single starting 类
-13,-11 board cores liquid organized 召
-13,-10 engineers instructions nginx ping ray 篇
-13,-9 confused grained systematically
-13,-8 hyphens
-13,-7 scrape submissions whitespace
-13,-6 explains guess 历史
-13,-5 handling
-13,-4 chat male privilege trusted
-13,-2 covering developers iban zoho
-13,-1 blank broken forward properly senior
-13,0 initiative stripped
-13,1 cited early 新
-13,2 bearer resets
-13,3 deny flaky 未
-13,4 probe
-13,5 secret
-13,6 genomics
-13,9 aria
-13,11 instrumentation
-13,12 unrelated
-13,14 ancestors
-13,15 fcs
-13,16 fixed
-13,19 intercept
-13,21 bounty
-13,23 hoc
-13,24 sponsorship
-13,57 honnete
-12,-63 心理健康
-12,-58 lsof
-12,-55 凝
-12,-51 logstash
-12,-50 murderers 直角
-12,-47 泡汤
-12,-44 phantombuster
-12,-43 withdrawn
-12,-41 obtain
-12,-39 contractual
-12,-38 length market mega svm
-12,-36 businesses postcode
-12,-35 genes 知名
-12,-34 bcftools brand patrons proteomics telephony
-12,-33 watt
-12,-32 return 最高
-12,-31 acquisitions bookable reschedule
-12,-30 emoji 遏
-12,-29 copyright industry wmi
-12,-28 generator position purple shakespeare
-12,-27 dynamo forecast hyperparameter interval manuscript 个子
-12,-25 aggressive radar 以及
-12,-24 crawler csv heatmap venture 体现 社交
-12,-23 engineer event proportional textures unbiased
-12,-22 depends diagram
-12,-21 containerized production 不明 性别
-12,-20 attempts beads deletes excels rank shift 所需
-12,-19 agenda amount arg presented releases 一份 链
-12,-18 check diamond most worldwide
-12,-17 hazard placeholder proper 页面 顺序
-12,-16 mem modified monitor notification or privacy 建议
-12,-15 administrator enhances identified newspaper originally 型 检索 生产 选 选择
-12,-14 fetches harness require solutions 无法 详细 跳
-12,-13 agency finding known migrate reference unsafe 规范
-12,-12 executing reliable step vague viewer 过滤
-12,-11 appropriate drafting notifications session signs utility
-12,-10 collaboration false non
-12,-9 codes lowercase software
-12,-8 intended performs
-12,-7 characters offs processed
-12,-6 cast configure invitation new setting 摘要
-12,-5 blur invoked loop 所有
-12,-4 avoiding gate solid
-12,-3 gathering integrated lessons regex static table 证书
-12,-2 明确
-12,-1 consultation proposal 出现
-12,0 css section
-12,1 clarification split untrusted 答应
-12,2 capture convention records src
-12,3 apt
-12,4 course proof
-12,5 fine hunting
-12,7 accounts
-12,8 后台
-12,11 mentions
-12,14 hub 成本
-12,17 aggregates
-12,18 patch
-12,23 为什么
-12,24 claimed
-12,26 whitelist
-12,28 arboreto
-12,36 pinyin
-12,45 masvs
-11,-61 irritated
-11,-59 seriez
-11,-56 debezium
-11,-51 circus 果报 面包屑
-11,-50 keba
-11,-49 meatballs ssid
-11,-48 闹鬼
-11,-45 retweets
-11,-44 elt empowerment
-11,-42 lag
-11,-41 dance
-11,-38 object
-11,-37 qiskit
-11,-35 counts
-11,-34 governor
-11,-33 sendgrid 化器
-11,-32 method
-11,-31 aerial
-11,-30 optimistic
-11,-29 ranging 上限
-11,-28 coordinate countries 接收
-11,-27 european milliseconds noting randomly
-11,-26 design esperanto
-11,-25 quantitative ram 的来
-11,-24 downloadable establishment headlines 横向
-11,-23 dod horizontal influential needs shareable
-11,-22 customers encrypting mutated possible retrieving sum 利润 获得
-11,-21 informations iv profit sqrt 优点
-11,-20 bucket expectation scp transform 遇到
-11,-19 ticket 找出 计
-11,-18 attempt body cite mutation trained 内容 进度 金额
-11,-17 requester
-11,-16 actual exception family hardware nor powered 内部
-11,-15 harmful hop performed situation 强调 源代码
-11,-14 assets controls lock panel reusable 推荐 状态 相关 错误
-11,-13 banana 查找
-11,-12 condition hard hive permanent snippet tracks 中的 调
-11,-11 authenticate basis co described expected uses 一步 多 流程
-11,-10 original theory
-11,-9 authoritative downloads exists inspect 处理
-11,-8 etc format representation smart 对于
-11,-7 beacon prevention snippets tolerance 上传
-11,-6 ensure trying
-11,-5 hosts notifying privileges
-11,-4 assignment devices unauthorized verifies
-11,-3 cmd genomic io suites
-11,-2 backward material
-11,-1 affected fallback reviewer wallet
-11,0 bugs friendly subtle
-11,1 identity
-11,3 chmod 令牌
-11,4 fda registry
-11,8 eval
-11,9 credentials
-11,10 bash rationale
-11,11 grade unread
-11,15 silent traceability
-11,16 aggregated
-11,17 reason
-11,24 trace
-10,-78 phippy
-10,-56 histogram 鹤
-10,-55 bestseller
-10,-50 消息传递
-10,-48 grease
-10,-44 容量
-10,-43 histograms
-10,-41 measure
-10,-39 houses 关键性
-10,-37 pulumi
-10,-36 modulation onset
-10,-35 dropbox editorial sampling wc 字号
-10,-34 ampere dlm
-10,-33 ceremonies magnet
-10,-31 cyber
-10,-30 artistic digitally unsubscribes workloads 单目
-10,-29 fulltext information
-10,-28 celebration connectivity 缩放
-10,-27 competitions cultural timeseries
-10,-26 exercise successful 成功
-10,-25 fromdate reachable roman 临时文件 充值 脑子
-10,-24 forests japan trivy 当前
-10,-23 longitudinal req
-10,-22 transformation 取得 递归
-10,-21 dlp jurisdiction
-10,-20 three ts webpage
-10,-19 agricultural order qualities represent transit various 制作
-10,-18 desired provide 类型
-10,-17 consulting divisions pose 稿
-10,-16 blood dir facilitate 业务 模式 研究
-10,-15 best conversion heart law proven 取消
-10,-14 addition navigate person serious 实践 订单
-10,-13 established rigor 定时
-10,-12 enterprise filtered project 开始 式 榜
-10,-11 page systems variables
-10,-10 microsoft registered skip try
-10,-9 iso 会话
-10,-8 directly reset start
-10,-7 accessible approve logs md writing
-10,-6 break ci fee higher prefer recent stakeholder
-10,-5 argument flash loads 说明
-10,-4 实现
-10,-3 architectural character results sf 依赖
-10,-2 first latex 功能
-10,-1 export passing 没有
-10,2 adhere
-10,3 clear duplication
-10,4 branches
-10,5 setup
-10,6 justification
-10,11 hugging zero
-10,12 apify reveal
-10,16 sponsor
-10,17 dss
-10,18 umap
-10,22 fork
-10,23 receipts repairs
-10,31 waf
-9,-58 spdy
-9,-56 grover
-9,-55 verizon
-9,-50 不免
-9,-45 malayalam
-9,-42 arrangement
-9,-40 classical
-9,-38 electronic
-9,-37 sse
-9,-36 poland
-9,-35 amplitude
-9,-34 筹
-9,-33 ball
-9,-32 informing
-9,-30 biggest gifs smartphones
-9,-29 decorative tickets
-9,-27 experiment jumping lwc polar
-9,-26 nonprofit reddit social 融合
-9,-25 ab retrieves switches
-9,-24 scholarly uppercase vcf 队
-9,-23 assume entertainment mentally want
-9,-22 determination walls wit
-9,-21 journal
-9,-20 segregation
-9,-19 calculates markers need particular weights
-9,-18 关键 图 度
-9,-17 completes operate phrasing pyramid technical
-9,-16 excellence exceptions translated truly
-9,-15 complete maps metrics world 尝试 适配
-9,-14 backends decrypt invent kind optionally published
-9,-13 cap minute volumes 请求
-9,-12 contracts host ideal molecular wishes
-9,-11 human sharing usage 环境
-9,-10 administrative fit inter 加载
-9,-9 act memory
-9,-8 requested routing 文档
-9,-7 added args beginning feedback
-9,-6 created fully libraries
-9,-5 readable starts 搜索
-9,-4 pause
-9,-3 clearly correctly upgrade 规则
-9,-2 configured headers past username
-9,-1 encoding passes
-9,0 codebase regardless
-9,1 filters parallel pptx restore
-9,3 partner
-9,4 narrow
-9,7 integration
-9,10 missing
-9,14 invite
-9,15 compiler
-9,28 coupling
-9,38 isotope
-9,55 oidc
-9,59 mirrord
-8,-77 竞争力
-8,-65 陋
-8,-51 ensembl
-8,-47 错误代码
-8,-44 deviations
-8,-38 painting
-8,-37 waived
-8,-36 company title
-8,-35 excel
-8,-32 physiology 加权
-8,-31 performers
-8,-30 freeze plot sampled
-8,-29 mb quantity
-8,-28 随机
-8,-27 terrorism
-8,-25 visualizing
-8,-24 art envs
-8,-23 departments
-8,-22 alter enterprises
-8,-21 assumption speeds 框
-8,-20 able retrieved
-8,-19 labeled swift tips
-8,-18 area 退货
-8,-17 buckets knowing organisation urban wall 纠正
-8,-16 league shorter summarizes
-8,-15 considered converting generates totals voices 检测 模板
-8,-14 helps mnt playing var 卡 最
-8,-13 dict discipline openpyxl paper textual 级别
-8,-12 ref
-8,-11 boot font 为了 标
-8,-10 approval begin request
-8,-9 additional simply 代码
-8,-8 calls designed 和 描述 添加
-8,-7 approved code force
-8,-6 migration similar 直接
-8,-5 free
-8,-4 com
-8,-3 general
-8,-2 exports surface
-8,-1 assistant authority 先
-8,0 config routes traffic
-8,4 exported
-8,13 outdated silence
-8,16 resolver
-8,17 hidden
-8,20 aliases closure
-8,21 nuxt
-8,23 cot
-7,-60 chaos
-7,-59 electropop
-7,-55 exhibited 不良
-7,-51 milwaukee
-7,-50 诵
-7,-48 enum 东部 无线通信
-7,-46 gutenberg
-7,-36 density
-7,-34 queues
-7,-32 fulfillments
-7,-31 innovation peak
-7,-30 kg
-7,-29 london
-7,-27 photographs
-7,-26 grayscale
-7,-25 phantom polls reorder
-7,-24 brands myfile
-7,-23 negotiated
-7,-22 distinctive
-7,-21 monday personality worksheet
-7,-20 robin
-7,-19 achieve english 市
-7,-18 init 承运人
-7,-17 disabling exercises returned uncertain usa 移动
-7,-16 considers help logged manufacturing parameters 如果
-7,-15 competitors shutdown 申请
-7,-14 assigns
-7,-13 allowed approach natural switch
-7,-12 completing database needed 词
-7,-11 would 范围
-7,-10 shape typically 项
-7,-9 cd 使用 检查
-7,-8 threat
-7,-6 trust
-7,-5 configuration
-7,-4 top
-7,-3 interface
-7,1 record
-7,3 authorization
-7,10 runtime
-7,11 causing
-7,12 sponsored
-7,13 audit chembl
-7,19 border onedrive
-7,20 vulnerable
-7,23 commitments
-7,24 cname
-7,25 bfs superficial
-7,34 aging
-7,38 androguard
-7,45 interpreters
-6,-68 burstable
-6,-61 掷
-6,-48 arpanet autoregressive
-6,-42 imagenet ssm
-6,-38 evicted
-6,-37 electrical
-6,-32 disasters india
-6,-31 tgt
-6,-30 graphic isp
-6,-28 slope symptoms
-6,-27 east prometheus
-6,-25 无论
-6,-24 boss change deactivation jump photography
-6,-22 encoder
-6,-21 假设 资源
-6,-20 provides visually 城市
-6,-19 count grab tasks 达到
-6,-18 assuming if task ways 公司
-6,-17 acid 市场 设计
-6,-16 physical
-6,-15 friction revert sorted 查看 确定
-6,-14 网络
-6,-13 advice literature 行
-6,-12 likely plan thinking 列出 客户
-6,-11 launches 完成 过程
-6,-10 center quote specifically 策略 线
-6,-9 draft 字
-6,-8 allow
-6,-6 shared using
-6,-5 what
-6,-3 requires
-6,-2 documents
-6,-1 user
-6,1 high
-6,9 package started
-6,15 collaborators
-6,16 fold pushed
-6,18 bind
-6,19 artisan redundant symbolic
-6,20 replies
-6,21 lints
-6,23 reconciliation
-6,24 comprehension
-6,25 guid siblings
-6,28 educators
-6,29 hurdle
-6,33 closures
-6,37 resolvers
-6,40 excuses grading
-5,-60 jujutsu
-5,-49 红旗
-5,-38 cellular
-5,-37 anova
-5,-36 offices visualizes
-5,-33 variance
-5,-32 jupyter
-5,-31 fear memes
-5,-30 shopt
-5,-29 adventure patents 承运
-5,-27 unsubscribe
-5,-26 冗长
-5,-23 leadership
-5,-22 bc metric metropolitan
-5,-21 biology editable february recreation scheduler
-5,-20 https
-5,-19 gb geo plant pools
-5,-18 satisfaction wish 退款
-5,-17 total 信息 购买
-5,-16 europe machines nucleotide
-5,-15 can sure
-5,-14 db
-5,-13 numpy reject 修改 提供
-5,-12 consumer implements offer quotes relations
-5,-11 agreement extracts related
-5,-10 connector could final scheduled
-5,-9 including providing
-5,-8 goals
-5,-7 contents
-5,-4 review
-5,6 authentication sh
-5,8 conversation
-5,9 respond
-5,14 auth integrating intentionally
-5,15 压缩包
-5,16 tables 驱动
-5,17 alias reduces
-5,21 dropout
-5,24 agr
-5,25 hmac muted
-5,27 codigo
-5,30 sha
-5,32 化妆
-5,35 plaid
-5,53 beeswarm
-5,56 plano
-4,-56 混沌
-4,-54 stylized 对映
-4,-51 curran
-4,-48 tolls
-4,-46 geographical
-4,-45 eviction
-4,-37 gif
-4,-33 innovative
-4,-29 delta
-4,-28 sim
-4,-27 fulfillment images
-4,-26 speed swapping
-4,-25 remix reversible 杰
-4,-24 triangle
-4,-23 bas paypal
-4,-22 distributing surveillance
-4,-20 positioning tunnel
-4,-19 dimensionality persuasive posture voice
-4,-18 manages tsx 安全策略
-4,-17 ethereum paragraph strobe teach third 得到 流动
-4,-16 employment survey 返回
-4,-15 消费
-4,-14 anthropic provided
-4,-13 guardrail
-4,-12 believe observe
-4,-11 测试
-4,-10 动态
-4,-9 places popular
-4,-7 full warnings
-4,7 rule searches
-4,8 port purpose
-4,9 waiting
-4,11 decline keys
-4,12 overwriting
-4,13 accounting
-4,14 linux
-4,15 explained
-4,18 embeds foundation violate
-4,19 counters quarterly
-4,20 cost enforces
-4,22 cause
-4,25 accession
-4,30 unsigned
-4,36 why
-4,38 cve
-4,49 ouvre
-4,57 repomapper
-3,-58 rect
-3,-50 linestring
-3,-40 enqueue
-3,-37 报价
-3,-34 butterfly lat
-3,-32 telecom thirds
-3,-31 转语
-3,-30 inherent
-3,-29 movement trusting
-3,-27 单元
-3,-26 immersive zipcode
-3,-21 shelters
-3,-20 str timers
-3,-18 bloat
-3,-17 visualisations words
-3,-16 await find wildlife
-3,-15 hacker
-3,-14 spacecraft
-3,-13 according current indicates
-3,-10 browse figure risk
-3,-9 vulnerabilities 包含
-3,-8 messaging
-3,-6 existing
-3,5 not
-3,6 files
-3,7 passwords separate
-3,9 uploading
-3,10 empty
-3,11 committing fingerprints marking
-3,12 credit usual
-3,13 listen open
-3,14 comments filing lsp problems
-3,15 dangling enforce raise trivial 浏览器
-3,16 leak
-3,17 scikit
-3,18 identities
-3,19 certifications hmdb 作废
-3,20 retention
-3,21 replacements
-3,26 cradle
-3,28 background 克隆
-3,31 hydra
-3,33 prime
-3,35 mask transparent
-3,41 pushes
-3,48 brakes
-2,-55 ivfondisk 智能手机
-2,-53 compartments
-2,-42 decorate
-2,-41 estimator
-2,-36 yagni
-2,-35 uganda
-2,-33 gets
-2,-30 traps 枚举
-2,-27 disorder
-2,-26 subway
-2,-23 vnd 覆盖范围
-2,-22 captive
-2,-21 swap
-2,-20 ena height sharepoint
-2,-17 rsync xyz
-2,-15 movies permission
-2,-13 lambda
-2,-12 item overall search
-2,-11 gws notify
-2,-10 currently line view 删除
-2,-9 housekeeping
-2,-8 index intelligent
-2,-7 release
-2,6 post
-2,7 reader where
-2,8 embedded rate
-2,11 duplicates
-2,13 calling certificates explain
-2,15 zapier 对话
-2,16 recurring tracking
-2,17 advocate
-2,19 excuse
-2,20 inherit
-2,21 valuation
-2,22 assemble newcomers
-2,24 contradiction
-2,26 escalated printenv
-2,28 fmt
-2,49 pouch
-2,62 silencieux
-1,-62 extroverted
-1,-57 驱逐
-1,-35 longest
-1,-34 lottery
-1,-33 empower substrings
-1,-32 verse
-1,-28 matplotlib
-1,-25 sprint
-1,-23 gain
-1,-21 discord theater
-1,-20 noisy tropical
-1,-19 postal
-1,-17 religious 标题
-1,-15 jobs
-1,-14 deactivate visualize
-1,-13 shares 编辑
-1,-12 launcher
-1,-11 finishing 每次
-1,-10 scientific
-1,-9 launch move
-1,-8 medical
-1,-7 home servers
-1,-6 parameter
-1,7 doesn invoke
-1,9 模型
-1,10 separated
-1,12 candidate
-1,13 met 路径
-1,14 alphafold seekers
-1,15 exposed
-1,16 auditing preserve
-1,17 cloning hex reasons
-1,18 avoided consolidate
-1,19 archiving faq
-1,24 greetings
-1,25 clones
-1,26 phoenix
-1,27 checkpoint
-1,30 dise 待办
-1,32 vide
-1,52 ccc
-1,53 brightnessctl
-1,55 eureka rodrigo
0,-50 kerasotes
0,-41 hyde
0,-32 物流
0,-31 tenants
0,-30 substring
0,-29 shopify
0,-28 geocoding
0,-26 internet
0,-25 camera skater 测试用例
0,-22 lyric substance
0,-21 fake
0,-18 station
0,-17 location qdrant
0,-16 若
0,-15 industrial
0,-14 productivity 位置
0,-13 consumption devops
0,-12 know
0,-11 completed many storage
0,-10 stock word
0,-9 job study
0,-7 number
0,-6 collection show
0,5 only
0,6 users
0,8 always asking covers
0,12 captures
0,14 financial front
0,16 copied printing
0,17 nist reports
0,18 sudo tar
0,19 oss
0,20 invisible keycloak pipe
0,21 outputs
0,22 clone
0,23 older
0,24 低 缓解
0,25 cloned eras overhead
0,27 member
0,32 magick
0,36 kits
0,37 mdx
0,40 nan
0,47 sharded
0,63 agpl
0,74 tapex
1,-44 grams
1,-38 entanglement
1,-33 thumbnail
1,-30 nyc
1,-22 playlist vr
1,-21 measurements
1,-20 geological mvp phishing returns
1,-19 attraction revocation
1,-18 owns
1,-17 数组
1,-16 handoff newsletter
1,-15 executive
1,-14 confident logistics sales technologies
1,-13 获取
1,-11 education technology
1,-10 databases
1,-9 given
1,-8 safe
1,-7 visual
1,5 any security
1,7 asked include running
1,9 collected especially filter handles logging target through
1,10 notation
1,11 beyond copying who
1,12 ax 仅
1,13 exclude fewer rather slower
1,14 tour
1,15 cargo
1,16 reduced
1,17 pass
1,18 seem
1,19 atomic clean mitigation preservation
1,20 avoids macs
1,21 拆分
1,22 causes claude
1,23 anomalies rna
1,24 imports
1,25 ada caused reciprocal
1,28 screenshot
1,29 brightness
1,30 bump
1,31 screenshots
1,34 protective
1,36 unanimous
1,48 qcp
2,-57 displacement
2,-36 thumbnails
2,-32 vlan
2,-29 scatter
2,-28 zip
2,-27 创新
2,-22 happy
2,-21 business
2,-20 obtained
2,-19 desire fred 注入
2,-16 sso
2,-15 info
2,-14 defenses 省略
2,-10 lines spaces sql wire 接口
2,-9 menu
2,-7 getting 任务
2,5 via
2,6 both for
2,7 register
2,8 iam
2,9 part
2,11 secondary
2,12 contributing same toward
2,13 problematic terraform 覆盖
2,14 because
2,15 appear pay 候选
2,16 expose setups vital
2,17 adverse merging
2,18 defects 解析
2,19 solved up writes
2,21 vulnerability
2,22 biochemical costs
2,23 prevents push reflecting
2,25 accompanying happened
2,26 rebuilds
2,27 sandboxing
2,28 guard
2,30 federation
2,31 sistema
2,32 excerpts pasted poppler
2,34 collaborator msk
2,44 reservoir
2,47 pam
2,50 orc
2,56 blesse
2,64 detectors
3,-47 woocommerce
3,-31 volatility
3,-25 附上
3,-22 vibe
3,-17 cloudflare
3,-12 convert
3,-7 delete
3,6 between than
3,8 other well with 读取
3,9 turn 已 问
3,11 call close 启动
3,12 substitution 不会 维护
3,13 excessive nano smaller
3,14 attendees base
3,15 join lower pod signing 一并
3,16 理会 超过 运行
3,18 issues numbering paying
3,19 didn exposes found foundations ignores none protection
3,20 approaching
3,21 grades subsequent
3,22 authz holder
3,23 treating 审计
3,25 destroys hides 阴影
3,26 members pad persist
3,27 中国
3,28 chem tracer
3,29 centralized zafiro
3,30 candidates
3,31 lowering
3,32 spending
3,34 compensate
3,38 看似
3,42 longevity
3,50 ambient
3,73 reveille
4,-96 持仓
4,-52 方差
4,-48 diwali
4,-39 eof
4,-34 animals
4,-28 charting entra
4,-25 iceberg moments 删掉
4,-24 sell
4,-21 inject
4,-19 ibm texture
4,-15 覆盖率
4,-14 esc
4,-13 bcc
4,-12 office
4,-11 cloud exchange gene virtual
4,-9 checkout
4,5 must
4,6 在
4,8 during
4,9 maintaining proxy
4,10 formatted
4,11 all concerns whatever
4,12 concatenation responsible
4,13 gathered ok spell 钥
4,14 anytime maintain weaknesses 供应商 输出
4,15 dropped posted 保存 始终
4,16 alphanumeric throughout
4,17 chapters follow newer
4,18 forwarded
4,19 declaration upload
4,20 archives branch 费
4,21 registries seems 合规性
4,22 nothing pockets raised vice
4,24 borrowed filling slow
4,25 ignored overrides scanner
4,26 problem
4,27 acl
4,29 consolidation 扁平
4,30 settled
4,31 irb
4,33 metabase pip
4,34 hardening
4,37 answering
4,39 kein
4,45 osint
4,48 空间隔离
4,49 massdns
4,50 wingspan
5,-50 涕
5,-32 italy
5,-27 cabin
5,-26 animal
5,-24 measurement
5,-23 endpoints
5,-21 enumeration
5,-18 entropy
5,-17 trajectory
5,-14 succeed transformer transmit
5,-13 recycle
5,-11 ctrl drag exec owner
5,-10 tenant
5,6 following 的
5,8 不要
5,9 lazy shown
5,11 avoid happen 都
5,12 leading pain
5,13 good placeholders
5,14 addressed grants list ontology
5,15 upon 说
5,16 respected
5,17 anybody exceeds importing instead syncs
5,18 exposing followed
5,19 counter leaks repeated
5,20 announced breakthrough cryptographic signature steer
5,21 adherence recalls
5,23 conduit gold pair
5,24 checkpoints golf panther sandboxed 封面
5,25 comment
5,26 retain
5,27 assay forgetting merged
5,28 durable reply
5,29 freeform overwrites
5,30 星球
5,31 expired mating passkeys
5,32 gnome reflector
5,39 poc stealth
5,40 gcc
5,42 rfc
5,43 nextflow orange
5,46 usdc
5,56 hns
5,57 hintergrund
5,91 保护膜
6,-52 tanzania
6,-36 hadoop
6,-27 latitude
6,-25 zipped
6,-24 basketball
6,-20 gepetto
6,-12 microphone
6,-10 receive
6,-9 rights
6,-3 time
6,7 below don look
6,8 发送
6,10 async just summary to tree warn
6,11 invoices 之前 但
6,12 but replaces
6,13 funds replaced signed 笔
6,14 along ea intentional submitted
6,15 against anything portable set 忽略 注意 表 详细信息 问题
6,16 insecure towards
6,17 concatenate happening 同一
6,18 fair less merges twelve 强制执行
6,19 assembly previous sans white
6,20 trailing vendor
6,21 earlier merge
6,22 apex attaching converge enforced repository
6,23 denial fingerprint interest 解释
6,24 briefs registers remarks
6,25 affiliation cncf junior leverages paid solidity touch vps
6,26 shadows
6,27 silicon
6,28 typo
6,29 hiding uploads 音频
6,30 persisting pruned
6,31 downsides zenith
6,32 cache
6,33 clears
6,34 ancestry
6,36 timestamped
6,44 antibody
6,45 xero
6,46 buffers
6,48 pairing verifybackup
6,51 ccm
6,59 configdump 食堂
6,64 salida
7,-78 competes
7,-33 malaria
7,-22 rooms
7,-17 revoke 端点
7,-16 jpg
7,-15 designer
7,-12 weight
7,-8 notebook
7,-5 hand http
7,-4 injection
7,-3 own
7,-2 git
7,2 have rest
7,3 be
7,4 goal
7,6 are
7,7 us
7,8 follows too while
7,9 mentioned
7,10 children entire exactly file proceeding some 按
7,11 every were 扫描 过
7,12 completely float one purge 文件
7,13 spot talk 好
7,14 benefit connected hour late missed payee reducing
7,15 before lore repeatedly
7,16 ignore serialize slightly 重复
7,17 china closed reuse separately translate
7,18 ahead lost 数据分析 费用
7,19 again
7,20 unnecessary
7,21 around cellxgene makers 主动
7,22 accent continues ooxml
7,23 abs balance coins secured
7,25 archival biomarker boring provinces
7,26 sniffing
7,28 geniml
7,29 joining
7,30 caching
7,31 coinbase ctx
7,32 compilation 原子 经典
7,33 adheres output
7,34 deadlines expenditure persistent unpaid
7,36 signatures
7,37 专业知识
7,39 rewrites
7,43 codex
7,48 rector
7,53 flake pleurer
7,59 wacaw
7,67 百叶
8,-30 jenkins
8,-23 endpoint
8,-22 distances
8,-19 creative
8,-17 latent
8,-11 music seconds
8,-4 transfer
8,-3 pdf
8,-1 encryption
8,1 point spring
8,2 contract of
8,3 is
8,4 permissions
8,6 reverse
8,8 binary
8,9 deploy then
8,10 an behalf do phrase recording replacement soon
8,11 reasonable
8,12 being input month otherwise see
8,13 occurs on
8,14 partially pods
8,15 better captured factory sync 上 为 作为
8,16 compiles continue partnership sees six
8,17 dismiss
8,18 fatigue sets 投诉 见
8,19 above reading
8,20 dkim mute 清理 针对
8,21 appointments never
8,22 backed protect seeing
8,24 constantly
8,25 route shell
8,26 closes intake
8,27 answers preserving
8,28 duplicate
8,29 旧
8,33 徐
8,34 whereby
8,36 compiling
8,37 auditor
8,44 mitm
8,47 accelerators vault
8,48 yaourt
8,52 保荐
9,-48 telinit
9,-25 median
9,-24 downsampling tweets
9,-23 gitignore
9,-22 textbooks
9,-20 get
9,-17 zoom
9,-15 kubernetes
9,-14 species
9,-6 delivery
9,-1 feel
9,1 temp
9,2 exit
9,5 从
9,6 enter products until 数据库
9,7 connection deployment
9,9 there 点
9,10 inside workers
9,11 points something 下 以 提到 目标
9,12 last upgrades you
9,13 once replace 来
9,14 accordingly collecting deal union very
9,15 contribute vpc yourself 报
9,16 ended everything exceed 可能 声 部分
9,17 handshake log notebooks
9,18 air
9,19 accesses memories next write
9,20 neo repeat vendors 签名
9,21 forgotten onto opened
9,22 busy ensures
9,23 everyone remain seven 浅
9,24 deaths disappear harden key
9,25 breeze damien override
9,27 due synchronize
9,28 flush 不删
9,29 shim
9,30 docked overflow 宜
9,31 bill committee compiled consolidated 原因 整合 边框
9,32 paste 好像
9,33 lerna
9,34 bashrc
9,36 checkpointing
9,38 merit
9,41 asserts
9,44 ment
9,52 attested
9,56 贱
9,57 人格
9,62 birdc
9,64 huella
9,65 cheques
9,68 regles
9,89 arriere
10,-70 broadband
10,-28 页码
10,-24 population
10,-18 room
10,-17 organisms
10,-4 关键词
10,-2 lab
10,1 big const sentry synthesize
10,3 end
10,5 belong kubeconfig
10,6 drive figures place 停止
10,9 second
10,10 asks re 中
10,11 else further indexes notices 被
10,12 于 重要
10,13 seq 候
10,14 been yearly 两
10,15 ide so
10,16 ascending bonus connect
10,17 itself my nightly respect
10,18 listing says 别 开机 形式
10,19 profiler 再次 继续
10,20 appears authorized fk going mars stays 要说
10,21 fig touches
10,22 discounted eliminated
10,23 balances no seat
10,24 history
10,25 multiply 财务
10,26 absolute knife
10,27 orchestrates preserved
10,28 zsh
10,29 acknowledge milestone 凭 放宽
10,30 模块 正面
10,34 round zeros
10,36 keyless sns
10,38 cheapest obsolete uci
10,39 resolving rumors voz
10,42 pres
10,48 xsi
10,49 rust
10,51 auditd
10,52 libretro quay tant
10,53 parles
10,59 追上
10,60 openssl
10,71 rentre
11,-24 vite
11,-18 gsm
11,-12 diseases
11,-8 power
11,-5 label
11,-1 black ownership
11,1 ends epic genetic
11,3 de ordered
11,5 azure consider
11,6 located
11,9 buy by 有
11,11 reached today
11,12 地址 将
11,13 go mind
11,14 after we 密码
11,15 consumes 否则 认证
11,16 attached balancer github stdout written
11,17 as catalog marks since
11,18 带
11,19 filler insurance visitor 批准 收件人 至
11,20 dry precedent say still
11,21 deduplicate wake
11,22 hide integer maybe
11,23 llc mentioning nice over 缓存
11,24 command dsl
11,25 prefixed under
11,26 anyone expensive maintained nestjs
11,27 wallets
11,28 saves
11,29 archived gross
11,30 milestones 不负
11,32 帖子
11,33 nixos
11,35 backstage
11,37 replied
11,40 curates
11,42 mirror
11,48 overdue
11,51 retour
11,54 zaps
11,64 warpd
11,66 kioclient
11,71 yesod
12,-37 electromagnetic
12,-17 meters
12,-14 tweet
12,-13 sms
12,-8 employee
12,-6 inventory
12,-3 en workspace
12,0 days machine
12,3 并提
12,4 throw
12,5 product verifier
12,7 from
12,10 carried conf glob
12,11 approves in worker
12,12 expiration smtp that 事
12,13 remember should 我们
12,14 stored 外 热
12,15 budget cryptography exhaustion held however linter sound 邮件
12,16 about award dear ingest now 跑
12,17 insertion 遵循
12,18 at becomes bottom pane readonly sounds
12,19 looks suspicious
12,20 tail
12,21 clue digit dismissed seats
12,22 giving inserting keeps reaching remains rq seen
12,23 linkedin objection scan 敏感数据
12,24 absolutely forgot outer penetration 加入
12,25 nobody singleton
12,26 print suffix trail
12,27 buffered mistral together
12,28 converse tie twice
12,31 linting
12,32 contention
12,33 council dau hear remained
12,34 收款
12,35 语法
12,36 masks mitigate oauth
12,37 mdbook
12,39 exempt
12,41 underline
12,47 agco
12,50 trahi
12,51 sys
12,52 fec
12,53 exactement tokenfilter
12,57 nie
12,59 verite
12,65 naif
13,-32 内网
13,-29 musical
13,-28 wavelength
13,-22 von
13,-18 cybersecurity
13,-15 longitude
13,3 im 本文
13,4 remote
13,6 ship 打包
13,9 delivered far finished
13,12 fifty fun succeeds
13,13 天气
13,14 goods leaving
13,15 does entry library occur params 得
13,16 ask money percentages 把
13,17 exposure qwen reserve
13,18 elegance maint ships window
13,19 economic 下方
13,20 coming ever um 想法
13,21 ac come 健康
13,22 double health sed welcome
13,23 even
13,24 almost anyway complaints down drizzle little protecting tavily 余额
13,25 attention cloudformation doing everybody
13,26 caveats
13,28 caches donations inflated sneak
13,29 cleaned projet saved spoke women
13,30 breathing liaison sentinel 短语
13,31 approached vintage
13,32 pen
13,34 ir
13,35 era hearing plural
13,36 answered clauses
13,37 scrub
13,39 jokes
13,42 lowered quiet
13,44 clues passthrough shadow
13,48 ocr
13,50 shellcheck
13,52 cles 隙
13,53 upward
13,55 shard
14,-43 york
14,-38 palindrome
14,-14 exe
14,-12 pharmaceutical
14,-10 energy
14,-5 drugs
14,-3 remove travel
14,0 image
14,3 phone
14,5 investment
14,6 received 技术
14,7 altering awesome docker holds 区域
14,8 heap 照
14,9 destinations likes
14,10 amazon text
14,11 external
14,12 shall 结束
14,13 away elevate incoming meeting reach
14,14 another bank heavy iot socket
14,15 budgets hits 登录
14,16 bin make
14,17 accessed these whenever
14,18 contacting deployed
14,19 story 执行时
14,20 invokes 十 您
14,21 pile 到
14,22 read them transforms
14,24 despite ida
14,25 copy fund metabolism near usb
14,26 young
14,27 而非
14,28 issue robert secrecy
14,29 concatenating discoveries dollars tint
14,30 cup damaged unsaved 备注
14,31 curl stretch
14,32 buried 退化 高于
14,33 gil
14,34 chemistry honoring reported useless 吃饭
14,36 glaring npx 派生
14,39 silver
14,44 anndata
14,46 keine
14,50 blessee
14,53 explication
14,54 courir zatca
14,59 excuser
14,63 nxc
14,76 没出
14,79 riche
15,-48 electronically
15,-30 fireworks
15,-20 twilio
15,-10 film
15,-7 根据
15,2 bench terminate
15,3 owners virus walking
15,4 workbook 上级
15,5 err
15,7 contains msg
15,8 got ralph rental
15,10 has
15,11 alike falls lead 每当
15,12 airbyte belongs
15,13 付费 疫苗
15,15 filled risky
15,16 average clinvar
15,17 brings 还要
15,18 att form into lets
15,19 summer 你
15,20 consume sun 小时 要点
15,21 aes had matter meetings trails
15,22 shred
15,23 nearly
15,24 colon stopping 变成
15,25 obliged
15,26 ran surfaced
15,27 him
15,28 unacceptable 查询
15,29 fills saying
15,30 appeared retirement teamid
15,31 afford cloudwatch continuing tires
15,33 commented lists
15,35 qc saving
15,36 exhaust
15,37 bibliography leaked reserved twin
15,39 proliferation
15,40 queries
15,41 成本高 汇报
15,47 vanity
15,48 numa todo upx
15,49 comprend roasting
15,50 前人
15,51 pastefy
15,52 dealers
15,53 利息
15,54 shadowsocks
15,78 rencontrer
15,79 produit
15,88 entends
16,-100 cbe
16,-13 facilities
16,-11 carrier
16,-2 giveaways
16,2 capital symptom
16,4 escape 秒
16,5 disable 图片
16,7 medicine nouns
16,9 plane soql
16,10 gives leaders veterinary
16,11 aircraft captions risks 日期
16,12 tactical 是 货物
16,14 donate 重新
16,15 mapper vue
16,16 discussed store wind
16,17 adapter crisis tsc 剪贴板
16,19 stand sweep
16,20 convenience gone granola
16,21 consent dump snyk wired
16,22 chi
16,23 binaries comfortable pipes report satisfactory 保
16,24 enough 去 寄给
16,25 discarded loan 以后
16,26 denying 吸
16,27 accumulate exploitable synced 专用
16,30 questions
16,31 appendix eden
16,32 cf mlflow querying
16,33 maintains 刚才
16,34 deserves
16,36 cisco
16,37 behind diffing imap
16,39 mention paraphrasing shorts
16,41 橙
16,47 includetables paie
16,48 fedora usl
16,52 oathtool
16,53 prominently reposync
16,54 debout sel 刮胡子
16,55 avais
16,56 ecris
16,57 creve dds
16,58 dspy
16,67 ecouter
16,68 protocolsio
16,82 retard
17,-5 aurora
17,-3 骸
17,0 drug saturation
17,1 songs 加密
17,2 tower
17,3 canva ec hands
17,6 encrypted
17,9 removes
17,12 ecs ip
17,14 supply
17,15 starred
17,16 exploiting takes
17,17 the trinity 免费
17,18 goes numbers windows
17,19 send yes
17,20 therefore 优惠
17,21 allocator government made was
17,22 done lose 违反
17,23 ces
17,25 he integers 一次性 每月
17,26 写
17,27 strip
17,28 supervise 损失
17,29 sit tex 调用
17,30 covered deterministically
17,31 cat goodbye
17,33 cloudflared save spy
17,35 dumping fbi newman
17,36 dirt
17,37 overridden
17,39 apr arithmetic automigrate horizons
17,40 spend
17,42 cardiac
17,43 cedar
17,44 iptables memberships overwrite
17,47 discuter
17,49 unix 细看
17,50 habituee
17,51 hydration promets spilled warp
17,52 gars 四舍五入
17,54 zint
17,58 explications
17,59 asseoir
17,64 tasse
17,77 印表
18,-6 mass
18,-1 workstation
18,4 bible renewable tasklist
18,5 purchase 字符串
18,8 gdp
18,9 whoever
18,12 logout router
18,13 先读
18,14 日
18,15 dos
18,16 atmospheric
18,17 its
18,18 dates sarif
18,19 rotate todate 不用
18,20 outside someone train 已经
18,21 discard notice their transcribe 务必 购物
18,22 cancellation collects pulled 后
18,23 bond champion decimal finishes hot 前提
18,24 alone back entered pollution shirt
18,25 copies decrease funny ile indeed rogue sends whisper
18,26 receipt stamp supposed 清空
18,27 collector scanning
18,28 directions later sglang
18,30 concatenates erase pronounced
18,31 archive
18,32 aside dotnet note sci
18,33 pays runas salt
18,36 cpic 落
18,37 maintainer pan
18,38 greeting
18,40 compile prints
18,41 intersect
18,42 scanners 按计划
18,46 同上
18,47 courriels roderick veille
18,48 bouche vhs 长寿
18,49 belongings compgen festlegen overwritten seemed
18,51 programa
18,52 磺
18,53 calme tete
18,55 regle rounding
18,61 cheap sysctl
18,62 airtop
18,64 depourvu prefere
18,68 expliquer
18,81 perfil
19,-29 anxiety
19,0 poisoning
19,2 rent
19,3 song
19,4 utilization
19,5 身份验证
19,6 radiology remotely
19,9 bird diet sold teaching
19,11 inbox january presents
19,12 dek earth
19,14 darwin stop trash
19,15 humans magnets
19,17 encodes 复用
19,18 drop garbage particles remotes
19,19 morgan
19,20 mermaid 八
19,21 accumulated daylight feels mcu www 负责
19,22 battle ear mission occasionally recipients
19,24 makes scrap worse 消息
19,25 letters oh 太 旅行
19,26 already hal kimi taking
19,27 aida chapter reads truncate wasted 同意
19,28 hold
19,29 happens
19,30 cohen strace vastly zodiac 重载
19,31 lifted lookback makeup novels tensorrt 尤其
19,32 检查点
19,33 keeping usr
19,34 cipher said 纷
19,35 attaches farmers maintenance 造成
19,36 riskier 节省
19,37 federal
19,38 backing
19,39 strengthened
19,41 astronomers charitable pinch xss
19,46 joined
19,47 doppler
19,48 speichern
19,49 glue
19,50 reproche
19,51 insisted
19,52 readout
19,54 afplay 甜品
19,55 seal
19,56 archey
19,57 repondu
19,64 土星 晴
19,68 sysctls
19,73 decider ouvrir
19,86 haskell
20,-34 polymorphism
20,-14 wireless
20,0 scary
20,6 harvested
20,7 sale
20,9 malicious
20,14 expire sem sockets string
20,16 记忆
20,17 narrows 书
20,18 byte take
20,19 cis iterating this 经济
20,21 fact 阅读
20,22 jan stay
20,23 landing
20,24 disposable
20,25 gray year 掉 英里
20,26 infection those
20,27 bring containment scanned ses two
20,28 buying carbon complaint 了 放在
20,29 oncology roberta
20,30 hurts 乎 护 提问 洞
20,31 stamps 云端
20,32 imperial
20,33 exotic
20,34 强有力
20,35 airflow guarded tort
20,36 baked cleaning 通讯录
20,41 ot
20,42 notes shakers
20,43 discards
20,45 keyed
20,47 cassette xmpp
20,49 expliquerai
20,50 dime insiste
20,51 逃走
20,52 mediation 操纵
20,53 adi eut
20,54 jotai
20,57 conntrack
20,58 prete
20,61 地平线
20,62 oranges
21,0 atoms movie
21,6 energies
21,8 telemetry
21,9 retrievable
21,11 末尾
21,14 distance immune systemctl 主控
21,15 issued
21,17 beautiful college spa 优先级
21,18 表单
21,19 该
21,20 agree celebrate fitness gave noted somebody 列表
21,21 facts mails sensor
21,22 pet thing things traveled
21,23 it 抹 放弃
21,24 downs fuel 开箱
21,25 aversion celestial orbiting throws 笔记
21,26 nine
21,27 off
21,28 ul unfortunately years yours 他们
21,29 firmware politely 接种
21,30 mrs
21,31 consultations out somewhere tr 他 旁边
21,32 answer idx smell
21,33 led showed
21,34 古
21,35 convenient 二级
21,38 asc old
21,39 hardly stiff
21,43 retained
21,45 cached
21,46 若无
21,47 allonge membership
21,48 ait 送行
21,49 aching comprendre
21,50 ironing keepassxc ostree
21,51 renault shaved
21,52 fin
21,53 parfait tory 非常复杂
21,54 betrayal
21,55 fae
21,56 habitude
21,57 supplie
21,59 expenses
21,60 morte
21,63 suffixes
21,65 ecoutes
21,67 leve
21,68 白板
21,71 problemes
21,72 prefererais
21,77 蹬
21,83 dispositivo
21,141 pennylane
22,-12 wifi
22,-11 rwanda
22,-9 bmi
22,1 winner
22,2 blob space
22,5 encrypt
22,8 snmp
22,10 isms sender
22,13 txt
22,15 海
22,17 food harbor
22,19 bear
22,20 sec
22,21 sole
22,22 hence restaurants
22,24 oder 里 预算
22,25 economy four invoice our taken 的功能
22,27 enters george here thoughtful 悄悄
22,28 army discussing ingestion visit
22,29 delegates
22,30 arriving
22,31 totp 异常情况
22,32 screencapture
22,33 printf sunrise
22,34 daemon illegitimate landed sonnet 业界 税务
22,35 birthday sast
22,36 worth
22,37 excess
22,42 savings
22,43 attachments postgresql reactor 需用
22,44 keybase 截图
22,46 concordance
22,47 promis
22,48 nu 坐下
22,49 copia originals precursor 候选人
22,50 pacgraph souvent
22,51 瓦斯
22,54 chefs irritating
22,58 gatekeeper
22,59 clipboard traceroute xsl
22,62 dentist yek
22,68 一打
22,70 goddess guardar
23,1 vaccines
23,5 legs pictures psexec
23,7 bibliographies blobs invested pharmacy
23,9 heater img
23,10 dangerous
23,12 disconnect
23,14 computer funded railway
23,17 left removed
23,18 album equally gathers 提醒
23,21 liked outgoing 天
23,22 cool
23,23 安全性 油
23,24 reserves
23,25 不必 事实
23,26 synthesizer
23,28 cats curiosity
23,29 your
23,30 contact endangered half reconstructed sendmail 右上角
23,31 缩小
23,33 carries
23,36 grocery holes went
23,37 cleaner excerpt keep mimetype 俱乐部
23,38 chassis rally 过度
23,39 uncomfortable
23,40 spare
23,41 grinding unnoticed
23,45 investigates
23,47 ats dollar
23,48 payday
23,49 conceal msrpc
23,51 asn chargerai dane spent taxpayers
23,52 paycheck
23,53 加速器
23,54 asserted 具体位置
23,58 alle
23,61 necessaire
23,63 学习者
23,65 vocabularies
23,72 llamada
24,-22 electrons
24,-4 refugees
24,0 panic
24,4 viral
24,6 noise
24,8 inch
24,12 day protestant
24,13 july
24,15 books
24,16 cold
24,17 pickup
24,18 iss practitioner star
24,20 date
24,21 conservative sqlmap worry
24,22 twenty
24,23 judicial
24,24 wear
24,25 net outward podman 同级
24,26 lint lunch staying
24,27 charging qualifiers
24,28 correspondence labor payroll submits 那
24,29 asana healthy 证明
24,31 caf 一笔 买 插入
24,32 volume
24,33 catalogue issn they 方便
24,34 enjoyable fiscal 摸 留
24,35 tan
24,38 bookmarks
24,39 discovered doubled
24,41 respects vram
24,42 tolerated
24,43 dim
24,45 万能
24,46 retains
24,47 arreta 换上
24,48 demander rase
24,49 discounts epuisee
24,50 derniere overnight paresseuse
24,51 flics reconnaissance 总结报告 模块化 讷
24,52 depasse ndp
24,53 envoy
24,54 pagina 发行者
24,55 certaine kitex 接收者
24,56 erased truc
24,57 拢
24,58 shave
24,66 wipe 暂存区
24,67 avait
24,71 pads
24,72 combinebackup
25,-12 investigations
25,-8 infographic
25,-6 malware
25,-2 camp
25,0 目的地
25,2 inches
25,7 mph
25,9 magazine
25,10 sugar
25,12 book
25,13 填入
25,16 temperature
25,17 atmosphere squared
25,19 caption november
25,20 romantic
25,21 synth
25,22 climate water
25,24 alarm catching drifting terminal 注销
25,25 shipped visits
25,27 stores
25,29 babu
25,30 blacksmith 税
25,32 mart 性向
25,34 appetite 做 岁 提供数据
25,35 cryptographically muna
25,37 arrival lifespan
25,38 einen pelo
25,41 nuclear
25,43 microscopy
25,44 query
25,45 annoying
25,46 tooth
25,47 dumped
25,48 rigetti 皇
25,49 plein
25,50 resta stumbled
25,51 tous 票据
25,52 appuie ars damn vit 选项卡
25,54 dolby 睁
25,56 admets totalite xquik 分叉
25,57 caffeinate cheque guiana
25,59 implique 出乎意料
25,61 moindre roier
25,62 dune
25,65 coveralls
25,67 skyla
25,73 endormi
26,-4 melodic
26,0 wood
26,4 objections
26,5 参考文献
26,6 inngest
26,7 medication
26,13 photograph seller
26,15 yyyy
26,16 transferred
26,18 vote
26,19 黑
26,20 telephone
26,21 calendly jose
26,22 supplies 再读
26,23 slogan
26,24 bookmark liste
26,25 pyopenms taxes
26,28 glasgow
26,29 这
26,30 messages sofa 格式化
26,31 sleep trips 出来 王
26,32 dark highway
26,33 manufactured 由
26,34 agreed care grammy
26,35 autobiography quarter
26,36 间歇性
26,38 obsession
26,40 age
26,43 并同
26,44 did
26,46 cover 加密算法
26,47 otlp 免除
26,48 appointment redeemed scandal
26,49 douzaine notifies peaches recordatorios
26,50 dried fais whispered
26,51 blessing booklet couche onnx
26,52 afin irs yeux
26,53 cor
26,56 可说 复习
26,57 archimedes occult 省钱
26,61 eprouve
26,62 arriver fils parle trouverais
26,63 convaincu
26,67 appellerai
26,85 surpris
27,14 attractions takeaways
27,18 retail
27,19 sunset
27,20 heating thursday tomorrow 持有
27,21 histolab
27,23 稳定性
27,25 leftover toto
27,26 全部内容
27,28 desk dumb
27,30 screening 亲自 灵活性
27,31 apple cancer concern iata
27,32 astronomical logarithm
27,33 fed historic
27,34 abundance
27,35 forget interesting
27,37 cfg put relax thumbs
27,40 noticed
27,41 visited
27,42 ether
27,44 ascii
27,47 推给 项目编号
27,48 cryptenroll remembered 闭嘴
27,49 sieben
27,50 meine
27,51 coventry 求出
27,52 身后
27,54 occuperai
27,55 azcopy cassee ctest fermee
27,56 decida ferme
27,57 chevron therese
27,58 shelly
27,61 onefetch
27,65 一股
27,67 一百年
27,72 navegador
28,-25 glucose
28,2 ssh
28,7 entrez genetics
28,11 infectious 所有者
28,12 december
28,14 booking
28,17 tel
28,19 clock geopandas
28,20 weapons
28,22 moon
28,23 disposition
28,24 dietary invented supplier
28,26 coupons
28,27 sky weighs
28,29 message
28,31 committees 架构设计
28,32 weasel
28,33 collectors 保持
28,34 absorbing yay
28,35 his revolutionary
28,36 ours sociological
28,37 cafe
28,38 当中
28,39 letter
28,40 当地
28,41 gateways 关心
28,43 kontakt
28,45 zheng
28,47 bicyclette owens reminders 毫无 防范措施
28,48 huh pancakes quarters 否认
28,49 scandale 下山 汇编
28,50 stuffing toucher 中和
28,51 injuste runcon traefik
28,52 fermer oreilles
28,53 dolores
28,55 cmake vain
28,56 accessanalyzer plie 男朋友
28,57 parler wasting
28,58 dogg penses vaults
28,60 preserves
28,61 espion parte
28,62 exemption jacobi
28,67 feh
28,71 合为
28,72 卑
28,100 compagnie
29,-2 imagery
29,4 laptop
29,9 缺货
29,13 coupon
29,18 冷
29,20 parents
29,22 dormant
29,23 vpn wes
29,24 并用
29,26 mexico
29,27 sustainable
29,28 thermal
29,29 networkx notmuch welfare
29,30 prospective wrote 简介 音效
29,31 enemy 期内
29,32 cautious fort leather rouge stupid
29,33 harvest voted
29,34 fan synopsis
29,35 accommodation
29,36 regret serif 不多
29,37 attacker coffee intrusion 闻 龙虾
29,38 came charged rotten 对接
29,39 astronomy
29,40 stationary ten verge winrm
29,41 brush comfort 系统日志
29,42 breakfast
29,46 telescope
29,47 chaude tellement
29,48 leurs 建立联系 色方形
29,49 humeur referai
29,50 nah 协会
29,51 serviettes
29,52 doriswriter screenings
29,53 birthdays
29,54 vieilles
29,56 稍等一下
29,58 alarmed depourvue dustin repare
29,59 unison
29,60 cuisinier petra somatic 算术
29,61 continua doskey douche
29,62 作工
29,65 precedente
29,69 nissan seals
29,73 suivre
29,77 清酒
29,78 doas
29,83 bashmarks
30,-39 pastes
30,3 german
30,7 democracy
30,8 picture
30,9 伪造
30,14 shipment 噪音
30,17 scorer
30,18 soviet
30,19 columbia
30,22 gaining recipient
30,25 evasion
30,27 mold
30,29 mile 日记
30,30 专辑 懂 此
30,31 eve
30,32 light reclaim sentence
30,33 拿
30,34 took 仅供
30,35 damaging 完毕
30,36 attended
30,38 honestly 吃
30,39 ya
30,40 encrypts
30,41 无关
30,42 attachment 两倍 浪费
30,43 revolution
30,45 prima
30,46 不计 值得
30,47 ipc
30,48 fut merde wife 交错 后生 寄件 爱尔兰语
30,49 conformers lobstermail rexec undirected
30,50 jeter lucene yang 存入
30,51 iron oneway rompu waste 荒
30,52 coiffe rightful tobias
30,53 discount flinkster
30,54 anruf arched siens 变慢
30,55 cartel venais 怎么回事
30,56 fights shredded 啼
30,57 expenditures
30,58 impatiente
30,59 ipset sporadic texconfig
30,60 bun
30,62 cheaper expense
30,63 rumeur scarcely
30,64 cora
30,65 entendis notizen
30,66 couteau
30,67 doute ecoule mdutil
30,68 distcc
30,71 preoccupe
30,72 empecher irc
30,76 essaye
30,85 gtars
31,5 photos
31,13 equation
31,14 fabrication
31,17 istio
31,20 thunderbolt webpack
31,21 prison 抗
31,22 socratic
31,23 genetically worm
31,24 pic 污染
31,25 leave supermarkets
31,28 headquartered 银行
31,29 leaves
31,30 peoples timeunit
31,33 不常
31,34 coli travail
31,35 flood
31,36 kazakhstan
31,37 logcat
31,38 backup warranty
31,39 sustaining
31,40 sits
31,41 后门
31,43 backups
31,44 eva
31,45 dramatically
31,47 depense silly 贼
31,48 craque examinations 炸薯条
31,49 encima kanye licencie pluto whatis yodlee 半秒
31,50 bother dors kept scars
31,51 toilette 光临 双击 掩饰
31,52 grave 牙
31,53 fluidsim 疼
31,54 basebackup traverser trop
31,55 oreille 卷进
31,56 fairfield
31,57 agate
31,59 没写
31,60 vacuumdb 分属
31,62 很顺
31,66 gespeichert
31,67 cushion
31,70 miens
31,71 芦
31,72 parlais
31,85 费约
31,88 ferais
31,89 derriere 法案
31,91 ennuie
32,8 organism wooden
32,13 concert
32,17 defensible
32,18 conditioning
32,19 outfit
32,21 batteries
32,24 furniture
32,25 midnight
32,26 slip
32,27 lithium
32,31 pts resistance
32,32 logfile
32,36 唯一一
32,38 资格
32,39 latexmk
32,40 charge
32,41 bag gateway
32,46 同比
32,48 colline garcon retreat
32,49 bibliotheque horrifiee pendleton 倒数第
32,50 passwd 希尔
32,51 flux
32,52 allai embrasse horoscope sveltekit
32,53 baisse nsxv 约会 黒丸
32,54 joke kay repondit wecker 兜风 多云 迷航
32,55 datei mocp sucked 威特
32,56 交往
32,57 dedo demanda xer
32,58 noosh trouvait
32,59 higgs impressionne oversight pantry 加利福
32,60 vet
32,61 midi sheer
32,63 brier 换掉
32,64 乃
32,65 teclado
32,66 seite
32,67 chlorination restee
32,68 avis basenc pon
32,71 collapses
32,80 minimalism
32,84 omnibus
32,87 contre
32,89 denario
33,14 vaccination
33,15 ham weaviate
33,18 hospitality
33,20 shoes
33,21 按序 正是
33,23 操作数
33,24 gift 及时 行使
33,27 sarah
33,28 seas umbrella
33,31 句子
33,32 有效性
33,33 始发
33,34 oxygen
33,35 revolutions
33,36 military
33,37 指数
33,38 它
33,40 rdkit
33,41 cherry
33,44 壳 重视
33,46 allure
33,47 devenir
33,48 acheterai angus wash
33,49 carlton obama 出路 号召 士兵 护工 晒 色方 赛跑
33,50 iac mignon
33,51 backlight corona 化学 十点
33,52 tensorboard
33,53 antiques blesser
33,54 asuncion towel 演练
33,55 endormie
33,56 audiobooks profondement
33,57 dommage 程序设计
33,58 demarre eleanor querysets
33,59 cacha seventies
33,60 不让 晚安 罢了
33,62 hier ncc
33,63 hoover 健身房
33,64 regarda
33,65 cuisiner 美元
33,66 courus
33,67 半小时
33,70 semblez
33,71 tien
33,73 femmes trouvais
33,77 paresseux reconnaissante
33,87 sou
33,99 xfcc
34,-3 bacteria
34,1 sapiens
34,18 dose
34,19 datetime
34,22 covid
34,25 calendars
34,28 arising gigapixel
34,30 drain
34,33 linters
34,35 milk
34,37 tofu 穿
34,38 stars
34,39 stuffed
34,40 例外情况 网关
34,43 bags
34,44 ast
34,48 竖直 配件
34,49 procede urge
34,51 confortable 烘
34,52 ravie retrosynthesis 甩
34,53 onenote passee surprendre 放上 荣幸
34,54 trempe
34,55 merk
34,56 etudie
34,58 rigueur
34,59 moitie 不用谢 查特
34,60 abdominal complaining millennia ouvrez tos
34,61 权威机构
34,62 pulsa
34,68 vieil
34,69 saturn
34,72 kopia
34,74 speichere 第纳尔
34,75 remarie
34,77 feathery
34,84 peine
35,-3 germany
35,8 左移
35,15 photo
35,17 hotels
35,24 relativity
35,26 充足
35,29 淡
35,32 surgery
35,35 night remind
35,36 北京
35,39 gulf
35,40 royalty
35,44 weather 全体
35,45 compromised
35,47 bethany commis veterans 卞
35,48 cooled guts langsmith 舅
35,49 canopy hooker plais
35,50 cumpleanos
35,51 aides apprecies arriva
35,52 arrivera conge 回信
35,53 cloaking 便捷 备份
35,54 dewey keyboard 加班 查查
35,55 amene hubble
35,56 conservatory 跟上
35,57 外侧
35,59 meilleure mens 伊朗 玩笑
35,60 voiture 福尼亚
35,61 mercury
35,63 aimes seras xargs
35,64 pauvre plaindre
35,65 qsar 管理性
35,66 ancien 调高 近在
35,71 doxx
35,72 syslog
35,74 掉线
35,80 mais
35,86 travaille
35,88 dolt
35,92 assis
35,93 reparer
35,107 enclave
35,113 atuin fiche
36,10 称重
36,15 bioservices 酒店
36,20 车站
36,24 小说
36,25 fat
36,26 falcon
36,29 smoke
36,33 pants
36,34 peptide
36,35 tmux
36,36 departing novel 差不多
36,37 occupied signage war
36,40 shelf 自动识别
36,42 forest heritage
36,43 gas survives
36,45 breeding cove
36,46 immunity 做作业
36,47 pale
36,48 bedtime interim magnifique silero
36,49 debarrasserai recuerda 吁
36,50 asp personnellement 检出
36,51 erzahl witz 络子
36,52 breath cayman
36,53 allies lue nsx spater uncle xsel 义务 杂项
36,54 clavier envers 格网 鸽
36,55 backupdir insurrection
36,56 stayed
36,57 complain mouvement saracmd
36,59 gueule pinched
36,60 dust tolererai
36,65 medecin
36,66 firmwares
36,67 ocrmypdf 你们好
36,68 jeden opencode
36,69 mauvaise
36,70 toothpaste
36,71 aurai
36,72 soucier verrai
36,75 responsable
36,80 eus
36,82 aies
36,84 airpaste
36,110 captch
36,119 faute
37,17 lease librarian
37,23 机密信息
37,24 curtains
37,28 decommissioned
37,32 prize
37,33 sewage
37,34 muddy
37,35 cisa
37,37 妆
37,39 shelter
37,40 酌
37,41 监督
37,42 词组
37,43 amusing
37,46 slime
37,47 体温
37,48 mesa overtime washing 左转 快要
37,49 ips regretter
37,50 cher dort lips rend 少时
37,51 chores lasted 看不起
37,52 cryptcat doubling ein silk subversion 以免 奖金 符号表
37,53 lto possessing souffle 且为 擂台
37,54 cosmic 役
37,55 anyhook tasted
37,58 会首
37,59 breasts semblait valle voir
37,60 indignee
37,61 enfants markieren
37,62 reminiscent 卧床
37,63 endorsement invente trouvee
37,64 stink
37,67 jody xxd
37,69 sejourne 加利福尼
37,70 paccheck
37,71 peeling
37,74 devenu
37,76 casse
37,77 veth
37,80 probleme
37,88 pamixer
37,89 纸巾
37,98 memoire
38,16 当初
38,21 hottest
38,24 routinely 知识库
38,25 turkish
38,26 kwh
38,30 einstein
38,31 emma logger
38,35 洗手
38,39 comme
38,40 bathroom moisture
38,41 arrives swamp
38,42 侠 时代
38,44 superpowers 手机号
38,45 labware shopping
38,47 trente
38,48 flies smog
38,49 envelope laissa loyalty 取景框
38,50 sortit warren
38,51 monks sanitize 双重 许可权
38,52 mexican oblivion tiens
38,53 rumored 可加 川 掩盖 风机
38,54 ammonia connais rendit voulait
38,55 cloak jolie ressenti 常导
38,56 lumieres pantalon valait
38,57 carla eater reloj 小鬼
38,58 cigarette impressionnee pillow scarf 测验
38,59 dspace underneath 从今 尘
38,60 oneliner vrai
38,61 remue 臭
38,62 contacto
38,63 dating 大大降低
38,64 geburtstag marin zizmor
38,65 informe jalouse revenu
38,66 数处
38,67 卡制作
38,75 ouverte
38,78 grammars
38,92 passkey
39,0 photosynthesis
39,1 berlin
39,14 travelmyth
39,16 dna
39,20 tourist
39,26 ventilation
39,27 constitution
39,31 lyrics
39,32 destination
39,35 literacy
39,40 antivirus
39,44 humor
39,45 crie
39,48 dryer handing plutot
39,49 pursued
39,50 lourd poste 台下
39,51 meprise rosemary tourner 生在
39,52 fumbled macdonald 吹风
39,53 cede troops 平静
39,54 ecart hawthorn seche 今天天气 荒谬
39,55 ainee
39,57 manger 处理方式
39,59 interessante 以备 开灯
39,60 remuee
39,61 laver
39,62 dutree rid
39,63 bebe
39,64 争霸 保密 坚持
39,65 jaloux
39,66 lire
39,68 肖像
39,69 ffsend
39,70 epuise
39,71 souleve
39,84 影子
39,98 attendais
40,13 celsius
40,16 mbpp
40,23 瓣
40,24 dockerfile vllm
40,26 battery
40,29 跨平台
40,35 mann
40,38 电池
40,39 gists
40,40 fragrance
40,41 pristine
40,43 床
40,45 risked
40,46 比价
40,47 elliptic
40,49 parlons phares 九点
40,50 adorais bluetoothd cattle conclu lorraine rendezvous tung wormhole 仰 协定
40,51 neglected votre 包在 同班
40,52 ascend confesses rappelles 两块 赠
40,53 armada her 凡 出门 没什么 犟
40,54 asciiart regardez
40,55 agreable ate 宵
40,56 兽医
40,57 被忽视 超载 降低成本
40,58 aine avengers remarquee
40,59 trimestre
40,60 blew
40,62 smelled
40,64 meinen oublierai
40,65 山坡
40,67 personne tox
40,68 chiste diffusers entier
40,69 suse
40,70 donuts
40,71 桃子
40,73 toujours
40,74 hid
40,75 alarma fallu proteger 一万
40,77 annex respecte
40,79 portapapeles
40,81 devais
40,86 tente
40,87 celles
40,89 viendrai
40,97 gedachtnis
40,105 abre
41,12 autogpt
41,19 passport
41,26 taxa
41,33 崇
41,36 luxury
41,38 awe
41,40 arrive
41,41 figshare
41,42 谈判
41,45 攻击者
41,46 swallow
41,47 lavender
41,48 offne 如图所示 躲
41,49 llava pamela 缪
41,50 picotool shops 澡 胆
41,51 achetee 动人
41,52 coffin
41,53 baths pkexec wet 一百
41,54 provence 卡车
41,55 pire visite
41,56 nuit 下调
41,58 emprunte mirza tient
41,59 recounts
41,62 lisez 搏斗
41,65 奖项
41,66 herrera
41,67 partie
41,68 actuellement supposee
41,70 sacrifices
41,72 crois
41,76 regardais
41,83 gateau
41,84 dents
41,88 menti
42,17 公历
42,28 拥挤
42,32 calendar
42,34 allergy odometer
42,38 ipinfo
42,44 evade
42,47 reminder
42,48 calais departureboard hopital shop
42,49 contrat desactivar eteins gere oop tna 洗 灭
42,50 georgina 套结 暑假
42,51 metabolome 未出
42,52 yens
42,53 编解码
42,54 略低
42,57 sous
42,58 sie 联查 请客
42,59 claque entendues entendus regrets
42,61 joli 荫
42,62 absolument
42,63 sysusers
42,64 rapport rester totalement
42,66 forcee
42,67 sebastien
42,68 zathura
42,69 maintainers
42,70 aimerais tombee
42,71 cuentame
42,72 facilement gmod 地下室 擂
42,75 mariee 已晚
42,76 fleurs
42,77 muestramelo
42,79 menteur
42,80 bibliometric
42,81 zeta
42,89 siete
42,91 tienne
42,101 greps
42,102 mentir
43,6 harmonic
43,14 slavery
43,41 president uhr
43,47 fortunately 厕 摘下 面带
43,48 bati bouge hair
43,49 gras olvides portes
43,50 laissees 客户机 浴
43,51 seated
43,52 挑选
43,53 ecole enfin 应有 度假
43,54 captura
43,55 absorb pitt
43,57 guix rejouis tailscale
43,58 soo 益处
43,60 reste
43,61 drains 题为
43,62 avoma hais
43,63 debarrasse ennemie hashcat mangea 棚
43,64 长期有效
43,66 wiped
43,67 picasso
43,70 gardez seul
43,71 alors
43,72 chaise
43,73 indigne
43,74 inquiet 没回
43,77 高档
43,79 donc
43,82 pouvais 哪些方面
43,83 开给
43,86 dirai
43,98 behalte
43,100 multiagent
44,27 takeaway
44,28 warrant
44,30 aerospace ynab
44,34 outbreak
44,35 prisoner
44,37 webex
44,42 handwritten
44,44 签字
44,45 blanket
44,47 公主
44,48 imminent 帘
44,49 fatiguees tax 骏
44,50 窗外 警方
44,52 ramene squid youform 篮子
44,53 captes
44,54 moi 遵守规则 项内
44,56 ainsi rire sauvee
44,57 amusee aurman 制住
44,58 allergen environ ftype 河流
44,60 correo
44,61 agit astropy connaissais
44,62 bientot choses
44,65 foire
44,69 humilie mouille
44,71 yacc
44,75 epouse ressens
44,76 enfant
44,84 presque sujet tranquille
44,101 mienne
44,107 desole
44,109 habitue
45,18 airplanes
45,32 virtualization
45,39 motel
45,42 hvac
45,43 头发
45,44 忠诚
45,47 订单号
45,48 clinicaltrials 车库
45,49 perfume strait 罢
45,50 saisis tshark
45,51 brule carry maths shampoo 容下 确无
45,52 所谓
45,55 sysext
45,56 leur spoon 军队 用户群
45,57 cuit eteint oorderdate
45,59 blanca sara
45,60 congressman
45,61 nourriture
45,63 alite debuts
45,64 maintenant setarch
45,66 asdf
45,68 humiliee 祖母
45,70 binlogformat decouvert
45,71 throne
45,74 平稳
45,83 mfu 树下
45,125 frere
46,13 dissent
46,16 akamai ipynb
46,21 hotel
46,31 vacation
46,37 齐全
46,43 museum
46,44 演唱会
46,46 jenny
46,47 外线
46,49 aeroport mountable
46,50 cream hipstopgm 层楼 毯
46,51 appetit 上车 够数
46,52 hers waterloo 四天 背面
46,54 celui lesezeichen limactl 家政 白费
46,55 桌前
46,56 unrealised
46,57 zipnote
46,58 军 动手
46,59 fertility
46,60 appreciais curiosite 块石
46,62 eteinte 夫人
46,63 laude schliess
46,64 mattered retiens 幕后
46,65 charger expres
46,67 omer
46,68 audiobook yen 镜子
46,69 datetrunc montrerai restorecon swallowed 拉面 捂住
46,73 makefile
46,80 partout
46,86 aie
46,92 notas
46,100 occupe
47,26 somalia
47,27 manufactures
47,29 tzutil 氧
47,30 观光
47,33 美术馆
47,34 depart
47,35 messagebird
47,38 she xref 护眼
47,40 局限于
47,42 genial 顺序排列
47,44 airport voyager
47,45 oil
47,46 serena
47,48 beaucoup carrying dispose
47,50 zipcloak
47,51 debarrasser
47,52 gusta wondershaper 键盘
47,53 calendario doutes 革命
47,54 campground veste 一体化
47,55 curls fatigues probablement queen 无后
47,56 apprenticeship rendez 万日元 地球 袤
47,57 勺子
47,59 维持
47,60 阿斯
47,61 coastal 可取
47,62 bed
47,63 javier
47,65 asgi drying infile 一位数
47,67 veteran
47,68 desormais
47,69 regrette thrones torify
47,79 tenir
47,80 buzon
47,82 nettoyer
47,90 entierement
47,119 调调
48,5 vladimir
48,15 日公
48,19 人口
48,22 luggage
48,28 祝你好运
48,32 verschiebe
48,34 下载页
48,35 vae
48,37 endowed
48,39 scent 记下来
48,43 尽情
48,44 virtualenvwrapper
48,45 envisage 放给
48,46 zur
48,47 emporter 卵
48,49 心学 编者注
48,50 betty chao reassigned 再试一次
48,51 telefono 名单
48,52 博物 排空
48,54 保洁 真好
48,55 heinz 悬
48,56 portait
48,58 drogue glittering 邮票
48,59 jeffrey lodge sanitary
48,61 统计数据
48,63 curie lettings
48,64 honte
48,65 一心
48,66 obligez 称呼
48,67 喘
48,69 regarde
48,70 百货公司
48,72 fasses
48,74 senator
48,75 devrais 生活费
48,76 odn
48,81 能退
48,82 扶
48,83 rendue
48,85 forfiles
48,87 trou
48,89 ipcs
48,90 repondre
48,112 ecoute
49,14 vaccinations
49,26 beyonce
49,28 石油
49,31 不确定性 榨
49,32 trois 克劳
49,34 amcrest
49,35 airports 杂志 赝
49,37 ceased
49,38 emacsclient
49,40 沼泽 省电
49,41 histological
49,42 她 辨识
49,44 planners
49,45 unbearable
49,46 bermuda celebrates etched 灯
49,47 arreter bakery samtools
49,48 autonum karim
49,50 cadeaux cancela undisclosed
49,52 itch
49,53 左耳
49,54 cheesecake remercie
49,55 openconnect 厕所
49,56 armed 基地
49,57 matin tapestry
49,58 thm
49,59 oui 蜡烛
49,60 咀
49,61 touchez
49,64 faits giggling 据我所知
49,65 表相
49,66 arrivee banque
49,67 gobe
49,69 courtney 埋葬 驴
49,70 毛巾
49,73 sauve
49,75 quirky
49,76 pmset
49,77 须弥
49,78 fairseq
49,79 好的开始 线规
49,80 smells
49,81 通行
49,86 asr reconnaissant
49,93 tombe
49,104 openalex
50,20 combustion transylvania
50,23 mosquito
50,25 antibiotics immich 得不到
50,26 最美
50,27 twilight
50,28 guadeloupe
50,33 heureuse 子服 重力
50,34 choropleth yogurt
50,35 hazardous
50,37 independence 王位
50,38 伫
50,41 starwars 联邦快递
50,44 thigh
50,45 uzbekistan
50,49 hardship
50,51 gunpowder jahr 一日 疯狂
50,53 chanteur 蒸汽
50,54 光线
50,55 aveugle galloway mensaje
50,56 fera
50,57 eht
50,58 百货
50,59 marrying puddle verifie
50,61 amuse appelee 林中
50,63 sack suivie 公路
50,64 apparence
50,65 简而言之
50,67 seules
50,69 spends
50,70 conte 理者
50,71 canape
50,72 midst ridicule
50,73 armee nouvelles vient
50,74 washed
50,80 proximo
50,81 chatte plaisanterie 口罩
50,86 狗狗
50,89 alarme resterai
50,97 pommes
50,154 pourquoi
51,9 传输速度
51,24 阁
51,30 后天
51,31 allergic
51,33 carmen
51,34 商品价格
51,35 weir
51,41 brownies iperf 先来
51,42 preceded 可有 港口
51,43 架上
51,46 门口
51,47 拆开
51,48 dieses facade fonctionne learnt munoz
51,55 gratuitement 摆
51,56 蛋黄
51,58 pictorial
51,59 ciel 碟
51,60 不单
51,63 detergent
51,64 embrasser estomac pue
51,65 变暗
51,66 目标语言
51,69 contente noseyparker toilet 正当
51,72 abolition serais
51,73 concealing
51,76 ignorais
51,78 assez
51,81 ceux
51,85 nemotron
51,94 riviere
51,96 何意
52,27 滚出
52,30 ielts istiorequeststotal
52,32 foto
52,38 cottages joanne 国旗
52,45 empire 这块
52,46 仓鼠
52,47 节能
52,48 disperse rented
52,49 会主 发上
52,51 heute
52,52 joints
52,53 所花
52,54 桑拿
52,56 prominence
52,58 oublier 鸡蛋
52,64 acheter possede sabine
52,66 armchair defunct
52,68 beds interactives
52,72 度日
52,74 inxi 挟
52,75 recuerdas
52,76 carson
52,78 sucre
52,80 formular
52,82 转角
52,89 aspell mutagen
52,95 faveur finalement
52,96 elles revoir
52,103 entendre
52,152 aille
53,28 mystic 剂
53,31 任命
53,32 词根
53,36 浇花
53,37 dingue 供需
53,39 khalifa
53,40 livestock
53,42 丢弃
53,47 gartner
53,50 hornets
53,51 如以
53,52 batterie
53,53 quitter 起飞
53,55 duct gcalcli
53,57 九个
53,58 qss
53,59 两英里 比较简单
53,61 browns haystack quadrature 主管
53,63 concerne
53,65 angelina 垠 长信
53,67 cela evelyn prit 护人
53,69 fries
53,70 协同工作
53,71 tput
53,72 seule
53,73 wcs
53,74 正要
53,78 pomme
53,82 factoid mcat
53,85 ennuis
53,88 sentie
53,91 sauver
53,95 permettre
53,96 英国人
53,101 serai
54,33 择取
54,38 trafilatura
54,39 luxurious 宫
54,40 cheeseburger
54,41 energie leland
54,44 ressemble
54,45 sag
54,46 延后
54,47 nct rappel
54,48 museums wget
54,49 foggy
54,51 在手
54,53 dtrace
54,56 devrait
54,57 sgt
54,60 应用服务
54,61 documentos 签上
54,62 既是
54,63 jette
54,64 小偷
54,66 effectue garner
54,67 cuite wight
54,68 neutron
54,69 soin
54,71 outfile tping 海边
54,73 manque
54,76 brittany faisait
54,77 靠左
54,78 孙子
54,83 annexed sentis
54,87 refaire reveillee
54,88 fallait
55,27 serendipity
55,35 spielberg
55,36 总裁
55,44 大战
55,45 理智
55,46 vagrantfile
55,47 树叶
55,48 diese
55,53 山顶
55,54 dilemma humidifier
55,56 raphael
55,57 sofya
55,58 fecha
55,60 湿
55,61 schick
55,63 donnee lifts
55,65 upheld
55,66 summers
55,67 缴
55,69 deja
55,70 seuls 广场
55,73 促成
55,74 peux
55,75 lining
55,80 维生
55,81 dessus
55,83 restez
55,84 gagne
55,91 reviendrai
55,98 sembles
56,25 mhz
56,27 storms 眼里
56,36 systeminfo
56,38 macy 操作过程
56,42 tmpfiles useeffect
56,46 开房间
56,47 wonderchat
56,51 livre
56,54 sweetly
56,56 vat 空姐
56,57 readelf
56,59 到此为止
56,60 cette 案内
56,62 糅
56,64 urxvt 工作者
56,67 dontcare
56,68 accepter bericht
56,71 soupault
56,72 天文学
56,77 车程
56,78 epouser
56,80 转动
56,83 devoir quelques xcopy
56,86 xar
56,88 abandonne
56,89 reviens
56,93 attendu
56,94 protege sitio
56,115 etais
57,20 玩具
57,39 出题 天色
57,40 syrup
57,45 tesco
57,46 passeport
57,47 幽默感
57,49 hallways
57,50 restrooms
57,55 燃料
57,56 bookstore
57,57 疫情
57,64 pleut
57,65 cru obscurite
57,67 laissee
57,70 grandmother
57,72 deposited 可随
57,74 fini
57,81 rte sien
57,82 stegsnow
57,84 关资 相关资
57,85 aimais
57,86 dottxt xilinx
57,93 supporte
57,105 etrange
57,110 fus
58,-2 离差
58,16 山脚
58,49 二十四
58,52 cottage
58,61 horreur
58,65 conner
58,68 好累
58,70 claudia
58,73 laisses
58,80 dejeune
58,83 sortir
58,85 ici
58,87 enseignante
58,88 moyens vacuuming
58,89 aurais epaule
58,106 allais
58,113 guarda
58,138 seoagent
59,41 法式
59,43 dosage stalin
59,45 vans
59,46 温度计
59,49 spanned
59,54 ipx palabra 源目录
59,55 panama
59,57 脱鞋
59,58 dnanexus
59,59 clotho olympia sizable
59,61 检查单
59,62 找零
59,65 flippe
59,66 chaussettes 床单
59,67 进位
59,69 revered 太暗
59,73 sombre
59,74 xie
59,77 serials soir
59,78 chapeau
59,89 continuer
59,91 toc
59,97 ouvert
59,101 egalement
59,107 rien
59,117 parti
60,42 duo
60,44 peck 圣皮埃尔
60,46 deserved
60,48 postconf
60,50 allemand
60,52 导入期
60,54 penetrate
60,55 卫生间 看视
60,62 新年 空缺
60,70 vacuum 睡觉时
60,73 telle
60,74 freifunk
60,75 immediatement
60,76 laisser
60,77 enviame tarde
60,83 royce
60,87 velo
60,88 quelque
60,92 ufs
60,94 apprecie dois towels
60,104 tiempo
60,114 eux
60,137 desolee
60,140 soucie
61,17 pufferlib
61,27 creepy
61,34 天然气
61,35 thermostat
61,36 diesen 杂音
61,52 时尚
61,57 橱柜
61,63 appartement
61,69 mayo
61,72 星星
61,75 航行
61,78 创建表格
61,84 oncle
61,86 souci
61,89 allergens
61,96 retourner
61,103 completement
61,106 cravate
61,107 chouette
62,21 amethyste
62,39 设计者
62,40 necessitated
62,42 yyyymmdd
62,49 warfare
62,51 chiens
62,54 infiltrate
62,58 节食
62,62 humidity
62,65 gauche
62,72 propre
62,73 uvx
62,80 annee termine
62,81 biorxiv
62,82 elu
62,91 voulais
62,94 tard
62,100 obligee
62,102 xhost
62,104 xcrun
62,119 faisais
62,120 anaphylaxis
62,123 vois
63,36 germanic
63,39 高位
63,48 网段
63,53 山上
63,54 neige
63,57 kaffee 占领
63,60 vacant
63,64 主张
63,67 gatos gustan
63,75 fou
63,76 skypilot
63,80 静止
63,82 rebels
63,91 plage
63,94 dit
63,109 savais
63,133 filles
64,36 cornell
64,43 晴朗
64,48 interstellar
64,49 乌云
64,54 开房
64,56 furnished
64,58 北边
64,68 reagan 不礼貌
64,69 语言障碍
64,71 fievre
64,72 elue
64,75 formulario loupe
64,79 nomination
64,80 pasado
64,81 abandonner
64,82 cherche
64,90 不管怎样
64,91 rencontree
64,94 vaut
64,96 sympa
64,97 grandi
64,134 hallo
64,147 ferai
64,148 sorti
65,37 标准差
65,47 entendido
65,55 watermelon
65,57 增值税
65,58 filthy
65,66 架子
65,71 iplayer journee
65,74 appris
65,75 crains
65,77 logrotate
65,80 stockings
65,84 超级市场
65,93 岁数
65,94 suffisant
65,113 presse
66,50 itil
66,58 msgbox
66,63 demain 比数 空调
66,64 论天
66,66 月球
66,71 fume 点收
66,74 凉
66,77 stabbing
66,79 apprecierais
66,81 lustres
66,84 平一
66,100 anniversaire
66,102 reve
66,104 viendra
66,116 professeur
67,41 imerge
67,57 locomotive
67,64 selon
67,68 suffit
67,69 oiseau 四十五分
67,72 erinnerung 四十五
67,74 allergies
67,78 熄
67,81 monnaie
67,84 foies
67,87 prend
67,88 accepte
67,91 institutrice
67,97 soffice
67,98 donnerai
67,106 dormir
67,119 rends
67,129 allee
67,131 occupee
68,47 剪切板
68,59 下载速度
68,60 integromat
68,62 loch
68,70 潮湿
68,71 圣经
68,73 vergiss
68,76 十五分
68,77 浴室
68,79 grandma rellena
68,83 relentless
68,85 镶
68,88 pars
68,98 entendu
68,99 nez schau
68,100 理成
68,104 桔子
68,118 senti
68,137 venu
69,37 dogfooding
69,64 folle livres
69,65 家具
69,68 vaex
69,71 插手
69,81 tying
69,91 书店
69,92 inquiete
69,94 atool
69,100 douleur
69,106 还清
69,130 vais
70,32 expansive
70,48 宋
70,63 雅思
70,70 devoirs
70,72 低位
70,74 取样
70,75 vole
70,80 bete
70,83 debuting
70,88 pipx
70,89 msgcat
70,97 fille housekeeper
70,98 songe
70,129 prendrai
71,54 chanson
71,66 patronage
71,79 xrefs
71,80 远处
71,82 iotop
71,84 coucher
71,93 sienne
71,94 allume
71,97 couru suivi
71,101 rappelle
71,107 防晒
71,118 affaire
71,121 ils
72,39 月底
72,51 milky
72,64 democratizes
72,67 流出
72,72 kalender
72,78 bateria
72,83 大比 白葡萄酒
72,86 cual tcsh
72,93 attaque
72,99 同岁
72,100 interieur
72,102 chemise
72,114 aise
72,119 dejeuner
72,126 enseignant
73,59 相互依赖
73,63 联程
73,68 移交
73,69 平底锅
73,73 行李箱
73,75 理所当然
73,86 拉开
73,94 tenu
73,99 沉重
73,125 datacommons
74,80 开具
74,87 dix
74,88 看好
74,93 ennemi salamanders
74,105 instituteur
74,107 发型
74,115 apprecier
74,141 blague
75,55 roared
75,71 sortez
75,72 总统
75,80 celle
75,84 quitte 先行者
75,94 asof
75,97 inferior
75,100 longtemps
75,105 wetter
75,116 lui
75,123 mauvais
75,130 comando
75,141 dedans
76,59 avion
76,63 dangereux
76,68 星级
76,75 据说
76,76 sars
76,83 字形
76,84 appartient
76,87 tye
76,135 reponse
77,40 太空
77,65 痒
77,73 关怀
77,86 数匹
77,87 mains
77,116 owut
77,121 suffisamment
77,127 系统优化
78,57 糙
78,62 pydicom
78,75 百家
78,86 放回
78,90 合意
78,94 同年
78,96 pris
78,99 dehors
78,110 deteste
78,128 depuis
79,68 变差
79,72 humid
79,74 毛钱
79,78 sympy
79,82 大兴
79,138 vieille
80,80 超市
80,90 rhine
80,94 错字
80,99 idiote
80,103 vus
80,107 不言
80,124 touche
81,54 流感
81,55 germans
81,91 睡觉时间
81,103 welcher
81,128 stylo
81,129 jamais
82,66 chien
82,93 amusant
82,96 parapluie
82,100 commande
82,108 dije
82,117 lis
82,124 perdre
83,34 llamaindex
83,80 algebraically
83,84 bruit
83,89 morgen
83,91 vacances
83,92 construit 机场
83,109 loosen
83,123 entendue
83,138 fenetre
84,64 anonymizing
84,70 soif
84,79 attrape
84,98 lait
84,113 lave
84,118 tomber
84,147 comprends
85,93 voila
85,98 magasin
85,147 copine
86,78 eue
86,92 茵
86,160 irai
87,84 vetements
88,100 marrant
88,147 jeune
89,44 过敏
89,78 dass
89,81 ordinateur
89,116 vues
90,90 privy
90,124 marre
91,83 loin
91,107 esprit
91,117 sors
91,118 toilettes
91,119 documento
91,136 garder
92,94 gros
92,98 voulu
92,106 exterieur
92,108 eau
92,117 asar
92,127 merite
92,133 lumiere
92,153 lettre
93,97 recordatorio
93,111 ans
93,152 vieux
94,115 appele
94,138 rendu
94,141 mentionne
95,103 sommeil
95,112 merveilleux
95,114 oubliez
96,101 fumer
97,82 cadeau
97,97 manana
97,104 univariate
97,109 西边
97,119 entrer
97,133 airshare
97,136 derange
97,149 mange
97,174 xcowsay
98,118 stupide
98,134 perdu
100,108 ouvrage
100,119 malade
101,115 设计阶段
101,123 arme
101,140 drole
102,148 deranger
103,55 balancesheet
103,99 faim
103,106 chaussures
103,122 boulot
103,123 interessant
103,131 auparavant
104,112 chambre
105,105 chanter
105,163 rencontre
106,128 chaud
106,148 oblige
106,150 fatiguee
107,156 parviens
108,118 pige
108,131 endroit
108,142 arbre
109,161 laisserai
110,107 obtenu
111,133 emporte
112,114 如来
112,157 dormi
113,115 memegen
113,139 ecrit
113,174 cocoindex
115,116 capte
115,155 remarque
116,143 confectionne
116,147 cheveux
117,135 simpy
117,152 oublie
117,176 souviens
119,150 cybe
120,115 rhume
122,123 nsa
123,154 apporte
127,144 原处
128,124 manteau
132,147 源语言
133,159 compris
138,156 envie
144,142 recu
146,146 froid
154,179 achete
`,
} as const;
