"""The names that people give to metrics, those of scikit-learn and trec_eval among them, and what each means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

SPELLINGS = {
    "rocauc": "auc auroc aucroc rocaucscore aucscore areaunderroc areaunderthecurve areaunderroccurve "
    "areaundertheroccurve cstatistic",
    "averageprecision": "ap averageprecisionscore auprc prauc aucpr areaunderprcurve areaundertheprcurve",
    "macrorocauc": "rocaucovr",
    "accuracy": "acc accuracyscore",
    "errorrate": "misclassificationrate misclassificationerror zerooneloss",
    "balancedaccuracy": "balancedaccuracyscore balancedacc bacc",
    "kappa": "cohenkappa cohenskappa cohenkappascore cohenskappascore kappascore",
    "mcc": "matthewscorrelation matthewscorrcoef matthewscorrelationcoefficient phicoefficient",
    "precision": "precisionscore ppv positivepredictivevalue",
    "recall": "recallscore sensitivity tpr truepositiverate",
    "specificity": "tnr truenegativerate specificityscore",
    "f1": "f1score fscore f1measure fmeasure dice dicecoefficient dicescore",
    "f2": "f2score",
    "f05": "f05score",
    "jaccard": "jaccardscore jaccardindex iou",
    "negativepredictivevalue": "npv",
    "falsepositiverate": "fpr fallout",
    "falsenegativerate": "fnr missrate",
    "logloss": "ll crossentropy crossentropyloss",
    "brier": "brierscore brierscoreloss brierloss",
    "r2": "r2score rsquared coefficientofdetermination",
    "rmse": "rootmeansquarederror rootmeansquareerror",
    "mse": "meansquarederror meansquareerror",
    "mae": "meanabsoluteerror",
    "medianabsoluteerror": "medae",
    "maxerror": "maximumerror",
    "meanerror": "me bias meanbiaserror mbe",
    "mape": "meanabsolutepercentageerror",
    "symmetricmape": "smape symmetricmeanabsolutepercentageerror",
    "msle": "meansquaredlogerror meansquaredlogarithmicerror",
    "rmsle": "rootmeansquaredlogerror rootmeansquaredlogarithmicerror",
    "explainedvariance": "explainedvariancescore evs",
    "correlation": "pearson pearsonr pearsonsr pearsoncorrelation correlationcoefficient",
    "ndcg": "ndcgscore normalizeddiscountedcumulativegain",
    "map": "meanaverageprecision",
    "mrr": "meanreciprocalrank reciprank reciprocalrank",
}
ALIASES = {alias: name for name, aliases in SPELLINGS.items() for alias in aliases.split()}
AT_RANK = {"p": "precision", "r": "recall", "ap": "map", "averageprecision": "map", "rr": "mrr"}
AT_RANK |= dict.fromkeys(("hit", "hits", "hitrate", "success"), "hr")
"""What a name means where a rank follows, as in P@10."""
TREC = re.compile(r"(ndcg|map|p|precision|recall|success)(?:cut|at)?(\d+)")
"""A rank that follows without a sign, as in ndcg_cut_10."""
MEAN = r"(macro|micro|weighted)(?:averaged?|avg|mean)?"
AVERAGED = re.compile(rf"{MEAN}(.+)|(.+?){MEAN}")


def plain_name(name: str) -> str:
    """A metric's name without case, blanks and signs, as this package calls it; `@5` stays."""
    bare = re.sub(r"[^a-z0-9@]", "", name.lower().replace("²", "2").replace("κ", "kappa"))
    base, _, rank = TREC.sub(r"\1@\2", bare).partition("@") if TREC.fullmatch(bare) else bare.partition("@")
    if rank:
        return f"{AT_RANK.get(base) or ALIASES.get(base, base)}@{rank}"
    if found := AVERAGED.fullmatch(bare):
        before, one, other, after = found.groups(default="")
        return f"{before or after}{plain_name(one or other)}"
    return ALIASES.get(bare, bare)


def nearest(name: str, known: Iterable[str]) -> str:
    """Of the known names the one that is spelled most alike, or takes a mean or a rank; of another metric none."""
    plain, given = plain_name(name), {plain_name(each): each for each in known}
    alike = re.compile(rf"(macro|micro|weighted)?{re.escape(plain)}(@\d+)?")
    near = [each for each in given if alike.fullmatch(each)]
    if not near and plain not in SPELLINGS:
        spelled = {each: each for each in given} | {alias: one for alias, one in ALIASES.items() if one in given}
        near = [spelled[each] for each in get_close_matches(plain, spelled, 1, cutoff=0.7)]
    return given[near[0]] if near else ""
