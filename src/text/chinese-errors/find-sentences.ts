/** Errors of finding, trying, installing and updating, in Chinese. `{1}` stands for the first value. */
export const FIND_SENTENCES: Readonly<Record<string, string>> = {
  'Cannot find "{1}": no registry was added, or none could be copied. `dejima registry list` shows them':
    "找不到“{1}”：没有添加注册表，或都没能下载。`dejima registry list` 会列出它们",
  'Cannot find "{1}" in the registries. Look for it with: dejima find TEXT':
    "注册表里没有“{1}”。搜索：`dejima find 文字`",
  'Cannot find "{1}" in the registries. Did you mean {2}?': "注册表里没有“{1}”。是不是 {2}？",
  'Cannot use "{1}": it was revoked': "无法使用“{1}”：它已被撤回",
  'Cannot use "{1}": it was revoked: {2}': "无法使用“{1}”：它已被撤回，原因是“{2}”",
  // The report says why, in Chinese; the reasons in the error are its English lines.
  'Cannot install "{1}": {2}. Choose another one':
    "无法安装“{1}”：报告认为它危险，`dejima try` 会显示原因。请换一个",
  'Cannot install "{1}": a server of this name already exists. Remove it first: dejima mcp remove {2}':
    "无法安装“{1}”：已有同名的服务器。请先移除：`dejima mcp remove {2}`",
  'Cannot install "{1}": a skill of this name already exists. Remove it first: dejima skill uninstall {2}':
    "无法安装“{1}”：已有同名的技能。请先卸载：`dejima skill uninstall {2}`",
  "Cannot copy the registry {1}: its answer is not a list of servers. The copy from before is still used":
    "无法下载注册表 {1}：返回的不是服务器列表。仍用之前下载的",
  "Cannot copy the registry {1}: its pages lead in a circle. The copy from before is still used":
    "无法下载注册表 {1}：它的分页循环不止。仍用之前下载的",
  "Cannot copy the registry {1}: it lists more than {2} servers. The copy from before is still used":
    "无法下载注册表 {1}：它列出的服务器超过 {2} 个。仍用之前下载的",
  "Cannot copy the registry {1}: it has more than {2} pages. The copy from before is still used":
    "无法下载注册表 {1}：它的分页超过 {2} 页。仍用之前下载的",
  'Cannot remove the registry "{1}": it was not added': "没有添加过注册表“{1}”",
  'Cannot remove the registry "{1}": it was not added. `dejima registry list` shows those that were':
    "没有添加过注册表“{1}”。`dejima registry list` 会列出添加过的",
  'Cannot remove the registry "{1}": it was not added. Did you mean {2}?':
    "没有添加过注册表“{1}”。是不是 {2}？",
  "Cannot use {1}: its checksum differs from the one of the registry. Nothing was kept":
    "无法使用 {1}：校验和与注册表的不同。什么都没有保存",
};
