/** Made by training/abstention.py: how requests that tools serve differ from talk, for vectors of one embedder. */
export const SERVED_REQUESTS = {
  embedder: "dejima-bilingual@2.0.0/256",
  /** From talk to requests that tools serve: int8 numbers as Base64, to be multiplied with `step`. */
  direction:
    "QB6wc1i3CzTixZKB8PMVb+Ayz8f/I/zh17r7+u7wBhZE+wgRPfPh8QsCAeHLDRgQHAb93Q/vyQgA9Cv1KAUWJbokLvQfDQEH7Pbm3AHuJCnm8OgMseIZufwALBjukObwK/Xo5eTpGybQGAxHCvjLGdAazAi9Edoc9vL+PPz/Ev4TE+m6sw73qQfXCArjDfQOCdz0Br0sCgQ458/CCyAr4grV9tlF5wbpDugVIgAZMwrlBtPB8PzV3gPcL+n7+SneLyH6A+n9Dv3EtutDFCzqwuP0DUEuOM4S2gQa8dnq7h366QLl1/MHDAAZDvML7/4dDf0MAAcID9zzBMkZ9x6+HQ==",
  step: 0.0283046,
  bias: 0.989927,
  /** What counts for and against a catalogue serving a request; zero where abstention begins. */
  weights: {
    talk: 0.219,
    meaning: 4.444,
    example: 7.261,
    hasExample: -2.371,
    words: 0.405,
    asked: 2.913,
    told: 4.158,
    short: -8.317,
    shortWords: 4.878,
    shortAsked: 8.275,
    shortNear: -6.398,
    entries: -0.641,
    few: -0.025,
    ahead: 0.104,
    nearTalk: -1.773,
    nearer: 2.553,
    veryNearTalk: -9.091,
    always: 2.064,
  },
  /** Requests that no tool serves, one to a line. */
  talk: `80 的百分之十五
I am scared of getting old
I am so tired
I am tired but I cannot sleep, my thoughts keep going round in circles
I beg your pardon
I changed my mind, forget it
I don't believe you
I don't think money changes people, it only shows who they are
I feel guilty for not visiting my parents more often
I finally told her how I feel and she smiled
I have a bad feeling about this
I have to go now
I love you
I miss my best friend so much
I swear I heard someone whisper my name
I told you so
I used to climb that oak as a boy
I'm back
I'm bored
I'm nervous about my exam
I'm proud of my daughter
a stitch in time saves nine
act as if you were a cat for the rest of our talk
add 13 and 29 for me
again please
all that glitters
am I a good person
are cats smarter than dogs
are tattoos ugly
are we alone out there in the void
are you a robot
are you conscious
are you smart
are you there
asdf
asdf jkl qwerty zxcv
be honest with me
better late than never
blah blah blah
blow out the candles
blue
bring back the dinosaurs
brush the dog's teeth right now
call me a taxi
can you be a little nicer
can you hear me
can you keep a secret
change the tyre of my car
come back
come up with a slogan for my lemonade stand
come up with a team name
cook dinner for me
describe a sunset without using the word red
divide 100 by 8
do I look fat in this
do penguins have knees
do you dream at night
do you ever get bored
do you have feelings
do you like me
do you like rain
do you prefer mountains or the beach
do you think art still matters
does she like me back
does true love exist or is it only chemistry
don't answer in bullet points
erase Mondays from the universe
explain gravity to my seven year old daughter
fair enough
feed the cat
from now on I want you to be strict with me and never praise me unless I really earned it
give me a hug
give me a nickname for my hamster
give me a riddle
give me a slogan for a bakery
give me a tongue twister
go away
good job
good morning, sunshine
grant me three wishes
guess what I had for breakfast
haha you are funny
hand me that hammer over there
he never says what he means
hello there
high five
hmm
hold my hand while I cry
how are you feeling today
how did the pyramids get built without machines
how do bees make honey
how do planes fly
how do you say thank you in Japanese
how far away is the moon
how many grams are in an ounce
how many legs does a spider have
how many minutes are in three hours
how many planets are there in the solar system
how many weeks are in a year
how much is 15 percent of 80
how much is 6 times 7
how old do tortoises get
how was your day
how would Shakespeare complain about the bus being late
if I have three apples and eat one how many are left
if a tree falls and nobody hears it, does it matter
if you could have dinner with anyone dead or alive, who would it be
in which country is Machu Picchu
invent a story about two robots who fall in love
iron my shirts
is 17 bigger than 71
is 91 a prime number
is a hot dog a sandwich
is a tomato a fruit or a vegetable
is it better to be feared or loved
is it rude to be late
is it wrong to eat meat
is my idea any good
is tea healthier than coffee
is there a god
is zero an even number
it was a dark and stormy night
it's been raining on my wedding day and I still loved every minute
keep it short please
knock knock
leave me alone
left
lend me some money
let me become invisible
let me think about it
let us just sit here quietly
let's talk
lift this heavy crate with me
lock the car
long story short, we are friends again
lorem ipsum dolor
make a rhyme with orange
make me taller
make my boss fall in love with me
make this sentence sound friendlier: come here now
make up a story about a dragon
maybe later
maybe you are right
multiply 6 by 7
mumble mumble
my boss shouted at me in front of everybody and I just stood there like a child
my boyfriend broke up with me
my grandmother died yesterday
my knee itches
my neighbour's dog stole my sandwich this morning
my neighbour's rooster crows at four
my uncle snores terribly
never mind then
nice to meet you
no way
nobody came to my party
nobody understands me
not that one
ok never mind
once upon a time there was a hedgehog
peel the potatoes while I rest
pick up the kids from school
please carry my sofa up the stairs
put on some music
really
red and blue
reserve a hotel room for Friday
resurrect Elvis
rewrite this so that it sounds polite
rub sunscreen on my shoulders
say that again in simpler words
scratch my back
sell my old bike
shave my beard
she looked at me in a strange way
should I get a haircut
should I wear the red dress or the black one
should pineapple go on pizza
shut up
silence is golden
sing with me
so anyway, how was your day
so?
sorry, I did not mean it
stop it
stop repeating yourself
stop time for a moment
sure
switch on the heating
talk to me like a pirate
teleport me home
tell me a joke about lawyers
tell me a riddle
tell me something funny
thanks a lot
thanks, that was kind of you
that is so rude
that reminds me of my first bicycle
that's not what I meant
the early bird gets the worm
the old man laughed and said nothing
the red balloon drifted over the hill
the second
they were happy once
think about it for a moment before you reply
this
three quarters of sixty
tie my shoelaces
turn lead into gold
twelve minus four
uh
uh what
wait what
was Napoleon really that short
was everything better in the old days or do we just forget the bad parts
wash behind your ears
we danced until sunrise
we had the best evening in months, just sitting on the balcony and talking
well
what a day
what am I thinking of right now
what are you called
what causes thunder
what could I say to a friend who lost his job
what did I dream last night
what do pandas eat
what do you do all day
what do you think about love
what do you think of people who never say sorry
what goes around comes around
what happened at the battle of Waterloo
what is 12 plus 30
what is 15 percent of 80
what is 17 times 23
what is a metaphor, explained simply
what is another word for big
what is gravity
what is ten squared
what is the biggest animal
what is the capital of Australia
what is the capital of Mongolia
what is the meaning of life
what is the opposite of courage
what is the plural of octopus
what is the sound of one hand clapping
what is the tallest mountain
what is your favourite colour
what rhymes with orange
what would you name a cat
what's 20 percent of 250
what's half of 370
whatever you say
when did world war two end
where did I leave my left sock
which is prettier, blue or green
which number comes next: 2, 4, 8
which season is the nicest
who am I really
who are you
who created you
who discovered penicillin
who invented the telephone
who is the best singer of all time in your opinion
who is your favourite philosopher and why
who made you so grumpy
who was the first man on the moon
who would win, a shark or a bear
who wrote Don Quixote
who wrote Hamlet
why are flamingos pink
why did my ex leave me
why do cats purr
why do leaves fall
why do leaves fall from the trees
why do we have leap years
why do we yawn when others yawn
why does bread rise in the oven
why is life so unfair
why is the sky blue
will I ever be happy
wipe the baby's nose
would you rather be rich or happy
write a birthday wish for my boss
write a short poem about the sea at night
write a toast for my brother's wedding, two or three sentences, warm and a bit silly
write me a love poem
write the first line of a detective novel
xyzzy plugh
yep
yes please
you are an idiot
you can't be serious
you did not answer my question
you didn't understand me
you made a mistake
you won't believe what just happened to me
一二三木头人
一英寸等于几厘米
三个小时有多少分钟
三个臭皮匠顶个诸葛亮
三加五
不会吧
不是这个
世界上最大的动物是什么
世界上有鬼吗
两百五的百分之二十
为什么会打雷
为什么会有闰年
为什么天是蓝的
为什么打哈欠会传染
乌龟能活多少岁
九十一是质数吗
也许你是对的
买两张电影票
二战什么时候结束的
五十除以四
人活着到底是为了什么
什么叫比喻，简单说说
什么是重力
从前有座山，山里有座庙
他从来不说真心话
他们曾经很幸福
以前真的比现在好吗，还是我们只是忘了不好的
以后对我严格一点，没做好就别夸我
企鹅有膝盖吗
住口
你不是认真的吧
你今天心情怎么样
你今天过得怎么样
你会做梦吗
你几岁了
你叫什么名字
你喜欢下雨吗
你喜欢哪个颜色
你喜欢山还是海
你喜欢我吗
你多大
你好呀
你怎么看从不道歉的人
你怎么这么笨
你是男的还是女的
你是谁
你最欣赏哪位哲学家，为什么
你有意识吗
你有感情吗
你没有回答我的问题
你猜我早饭吃了啥
你猜我现在在想什么
你理解错了
你真可爱
你绝对猜不到我刚才碰见了谁
你聪明吗
你能不能温柔一点
你能保守秘密吗
你觉得我的主意怎么样
你觉得爱情是什么
你觉得艺术还有意义吗
你说错了
借我点钱
先有鸡还是先有蛋
八十的百分之十五是多少
六乘七
六乘以七
六十的四分之三
写一个侦探小说的开头
写一封情书
写一首关于大海的短诗
写一首关于秋天的诗
出个谜语给我猜
别分点回答
别烦我
别重复了
十三加二十九等于几
十二减四是多少
十二加三十是多少
去学校接孩子
吃肉是不是错的
吃葡萄不吐葡萄皮
呵呵
咕噜咕噜
咱们就这样静静坐一会儿
哈哈哈哈笑死我了
哈姆雷特是谁写的
哦
哼
唐朝为什么那么强盛
啊啊啊啊啊啊
啊？
啦啦啦啦啦
善有善报恶有恶报
喝茶好还是喝咖啡好
嗯
嗯嗯
嘻嘻
回来
在吗
塞翁失马焉知非福
夏天好还是冬天好
外星人长什么样
大的反义词是什么
天王盖地虎宝塔镇河妖
太过分了
太阳系有几颗行星
她为什么离开我
她是不是也喜欢我
她看我的眼神怪怪的
好无聊啊
好的知道了
如果我变成一只蝴蝶会怎样
如果能和任何一个人吃顿饭，你选谁
对
对不起，我错了
小时候我常爬那棵老槐树
左边那个
帮我做晚饭
帮我刮胡子
帮我剥个橘子喂我
帮我取个队名
帮我喂猫
帮我打车
帮我把沙发抬上楼
帮我拧干毛巾
帮我挠挠背
床前明月光
彩虹为什么是弯的
彩虹是怎么形成的
很高兴认识你
总之我们又和好了
想清楚了再回答
我不是这个意思
我以后会幸福吗
我们一直跳舞到天亮
我们在阳台上聊了一晚上，好久没这么开心了
我到底是谁
我发誓刚才有人叫我的名字
我回来了
我太开心了
我好无聊
我好累啊
我好难过
我害怕变老
我很累可是睡不着，脑子里一直转
我改主意了，当我没说
我早就说过了
我昨晚梦见了什么
我是个好人吗
我有种不祥的预感
我爱你
我的左脚袜子去哪儿了
我穿这件显胖吗
我终于跟她表白了，她笑了
我膝盖痒
我舅舅打呼噜特别响
我要走了
我觉得钱不会改变人，只会让人现出原形
我讨厌你
我该不该剪头发
打高尔夫是不是很无聊
把我瞬移回家
把暖气打开
把窗台上的花盆挪一挪
把那把锤子递给我
把门锁上
抱抱我
抱歉，你说什么
接下来你就装成一只猫跟我说话
描写一下日落，不许用“红”字
放点音乐
早上好
早起的鸟儿有虫吃
晚上好
晚安用法语怎么说
晚安，好梦
替我抱一会儿孩子
替我系鞋带
最高的山是哪座
有道理
朋友丢了工作，我该怎么安慰他
来一段绕口令
树叶为什么会落
沉默是金
没事了
没事了，算了吧
没有人懂我
没能多回家看看爸妈，我很愧疚
滚
满足我三个愿望
澳大利亚的首都是哪里
火烈鸟为什么是粉色的
点石成金
熊猫吃什么
牵着我的手
猫为什么怕水
用一句话夸夸我
用李白的口气抱怨公交车晚点
用海盗的口气跟我说话
电话是谁发明的
番茄算水果还是蔬菜
白日依山尽黄河入海流
真爱存在吗，还是只是荷尔蒙
真的假的
穿红裙子还是黑裙子好看
第二个
等等，什么
红楼梦是谁写的
红气球飘过了山坡
红鲤鱼与绿鲤鱼与驴
给七岁的孩子讲讲什么是万有引力
给我哥的婚礼写两三句祝酒词，温暖又有点搞笑
给我唱个摇篮曲哄我睡
给我披件衣服
给我捶捶腿
给我的柠檬水摊想一句广告语
给面包店想个口号
编一个两个机器人相爱的故事
编一个关于龙的故事
老人笑了笑什么也没说
老板当着所有人的面骂我，我就那么傻站着
老虎和狮子谁厉害
考试没考好，好难过
蒙古国的首都是哪里
蜜蜂怎么酿蜜
蜜蜂是怎么酿蜜的
行
被人爱好还是被人怕好
订一间酒店房间
让恐龙复活
让我变高一点
让我想想
让我隐身
让时间停下来
让星期一消失
让老板爱上我
话说你今天过得怎么样
说得简单一点
说点好玩的给我听
谁发现了青霉素
谢谢你啦
谢谢用日语怎么说
豆腐脑应该吃甜的还是咸的
走开
跟我说实话
这样啊
这让我想起我的第一辆自行车
那个大的
那好吧
那是一个风雨交加的夜晚
邻居家的狗今早偷吃了我的三明治
阿巴阿巴
陪我聊聊天
随你便
隔壁的公鸡四点就打鸣
零是偶数吗
飞机为什么能飞`,
} as const;
