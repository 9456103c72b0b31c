const ENGLISH = `a an the of to in on for and or is are be am was were i me my we our you your it its this that these those
can could would should will do does did have has had with from by as at what which who how when where there here please
help need want like get give tell know some any about if so not no but just also us them they he she his her let make
use using im id via into than then up out`;

const CHINESE = `的 了 吗 呢 吧 啊 我 你 他 她 们 是 在 有 和 与 就 都 也 要 想 请 帮 给 把 被 让 能 会 可 以 这 那 个 一 下 些 什 么 怎 样 为
帮我 请帮 我想 我要 可以 能不 不能 一下 什么 怎么 如何 哪些 这个 那个 一个 我的 给我 是否 有没 没有`;

/** Words that say how something is asked and not what; they count for little. */
export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${CHINESE}`.split(/\s+/));
