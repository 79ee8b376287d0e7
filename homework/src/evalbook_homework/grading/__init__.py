"""Homework: released with numbers of its own each term, collected, and graded in a sandbox.

assignments       the sources: notebooks with solutions and hidden tests, and what draws their numbers
drawing           what the draws of all assignments share
chapters          the questions on the chapters that a class has read
terms             a term's secret seed, and what was released in it
release           what students get, as a zip
export            a release as nbgrader and otter-grader take it
key               the right answers for the numbers of a release
submission_files  the files that students handed in, from folders and zips
collect           whose each file is, and which notebook counts
roster            who takes the course
copy_owners       who owns the copy that was handed in
answer_cells      which cells answer a question
repair            a notebook that was handed in, gradable again
execution         the repaired notebook runs, and hands in its answers
sandbox           what it runs in; sandbox_runner runs it there, seccomp_filter and cgroups limit it
child_processes   programs and functions with a limit of time
points            what each answer is worth
manual_grades     answers in words, which a person grades
grading           all this for a class
late              what came after it was due
similarity        what two students' answers have in common
reports           the files and tables that a teacher gets
spreadsheets      tables as CSV
sanitize          whatever a student wrote, so that any file can hold it
"""
